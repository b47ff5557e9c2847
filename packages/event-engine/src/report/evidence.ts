import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import type { EventSettings } from '../settings.ts'
import { between, meanOfValues } from '../statistics/estimate.ts'
import type { Samples } from '../statistics/pooled.ts'
import {
  afterWarmUp,
  armedBy,
  isLongEnough,
  preciselyIn,
  type ResponseFigure,
  responseFigures,
  samplesIn,
  toldBy,
  WINDOWS,
} from '../statistics/response-figures.ts'
import { endedOf, perSecond } from './counts.ts'
import { percentOf } from './estimates.ts'
import { messagesOf } from './messages.ts'
import { delayFigure, type Evidence, highestLag, isDelay } from './objectives.ts'
import type { MessagesReport, Saturation, Steadiness } from './report.ts'
import { saturationOf, takenSlots, withFound } from './saturation.ts'
import { steadinessOf } from './steadiness.ts'

/** What the runs tell of response times, and whether there is a state that lasts. */
export interface Told extends Evidence {
  readonly saturation: Saturation
  readonly steadiness: Steadiness
  /** What the reported response times are of. */
  readonly reported: Samples
  /** From so many simulated ms on. */
  readonly reportedFromMs: number
  readonly figures: ReadonlySet<ResponseFigure>
  /** Of all connections; null where none carries messages. */
  readonly messages: MessagesReport | null
  /** The figures of such delays that are reported. */
  readonly delaysKnown: (delays: Samples) => ReadonlySet<ResponseFigure>
}

interface Given {
  readonly model: Model
  readonly settings: Pick<EventSettings, 'load' | 'faults' | 'recorded' | 'warmUpMs'>
  readonly outcomes: readonly RunOutcome[]
}

export function evidenceOf({ model, settings, outcomes }: Given): Told {
  const reckoned = saturationOf(model, outcomes)
  const taken = takenSlots(model, reckoned, outcomes)
  const withTaken = withFound(reckoned, taken)
  // Changes by plan leave no state that lasts: all that was measured counts, and only the replications tell how sure it is.
  const isPlanned = settings.load.length + settings.faults.length + settings.recorded.length > 0
  const all = outcomes.map(({ requests }) => requests.response)
  const durationMs = outcomes[0]?.slices.durationMs ?? 0
  const warmUp = settings.warmUpMs / durationMs
  const fresh = afterWarmUp(WINDOWS.fresh, warmUp)
  const reported = isPlanned ? all : samplesIn(outcomes, fresh)
  const known = isPlanned ? toldBy(all) : armedBy(outcomes, WINDOWS.old)
  const steadiness = steadinessOf(model, withTaken, { outcomes, taken, isTold: known.has('mean') })
  const saturation = withFound(withTaken, steadiness.overloaded)
  const isSteady = steadiness.state !== 'none'
  const figures: ReadonlySet<ResponseFigure> = isSteady ? known : new Set()
  const response = responseFigures(reported, figures)
  const isOldLongEnough = isPlanned || isLongEnough(outcomes, WINDOWS.old)
  // Delays are kept for the whole of a run only: it is its length that older data tell about.
  const delaysKnown = (delays: Samples): ReadonlySet<ResponseFigure> =>
    isSteady && isOldLongEnough ? (isPlanned ? toldBy(delays) : preciselyIn(delays)) : new Set()
  const messages = messagesOf(outcomes, (outcome) => outcome.messages, { isSteady, delaysKnown })
  const lag = highestLag(outcomes)
  return {
    outcomes,
    saturation,
    steadiness,
    state: steadiness.state,
    reported,
    reportedFromMs: isPlanned ? settings.warmUpMs : fresh.from * durationMs,
    figures,
    messages,
    delaysKnown,
    samples: isPlanned ? all : samplesIn(outcomes, afterWarmUp(WINDOWS.run, warmUp)),
    isLongEnough: isPlanned || isLongEnough(outcomes, WINDOWS.run),
    delays: messages === null ? null : outcomes.flatMap(({ messages }) => messages?.delay ?? []),
    figureOf: (metric) => {
      if (metric === 'lag') return lag === null ? null : between(lag, { lower: null, upper: null }, [lag])
      if (isDelay(metric)) return messages?.delay[delayFigure(metric)] ?? null
      if (metric === 'errorRate') return percentOf(outcomes.map(({ requests }) => endedOf(requests)))
      return metric === 'throughput'
        ? meanOfValues(outcomes.map((outcome) => perSecond(outcome.requests.completed, outcome)))
        : response[metric]
    },
  }
}
