import type { MessageOutcome } from '../outcome.ts'
import { mergeHistograms } from './histogram.ts'

/** What a run, or a part of one, has where no call was a message. */
export const NO_MESSAGES: MessageOutcome = {
  published: 0,
  givenUp: 0,
  redelivered: 0,
  processed: 0,
  failed: 0,
  deadLettered: 0,
  expired: 0,
  lost: 0,
  waitingAtStart: 0,
  waitingAtEnd: 0,
  meanWaiting: 0,
  mostWaiting: 0,
  waiting: [],
  processedOverTime: [],
  delayMsOverTime: [],
  delaysOverTime: null,
  delay: mergeHistograms([]),
  delaySlices: [],
}
