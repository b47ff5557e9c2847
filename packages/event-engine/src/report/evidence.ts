import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import type { EventSettings } from '../settings.ts'
import { meanOfValues } from '../statistics/estimate.ts'
import type { Samples } from '../statistics/pooled.ts'
import {
  armedBy,
  isLongEnough,
  type ResponseFigure,
  responseFigures,
  samplesIn,
  toldBy,
  WINDOWS,
} from '../statistics/response-figures.ts'
import { endedOf, perSecond } from './counts.ts'
import { percentOf } from './estimates.ts'
import { messagesOf } from './messages.ts'
import { delayFigure, type Evidence, isDelay } from './objectives.ts'
import type { MessagesReport, Saturation, Steadiness } from './report.ts'
import { saturationOf, takenSlots, withFound } from './saturation.ts'
import { steadinessOf } from './steadiness.ts'

/** What the runs tell of response times, and whether there is a state that lasts. */
export interface Told extends Evidence {
  readonly saturation: Saturation
  readonly steadiness: Steadiness
  /** What the reported response times are of. */
  readonly reported: Samples
  readonly figures: ReadonlySet<ResponseFigure>
  /** Of all connections; null where none carries messages. */
  readonly messages: MessagesReport | null
}

interface Given {
  readonly model: Model
  readonly settings: Pick<EventSettings, 'load' | 'faults'>
  readonly outcomes: readonly RunOutcome[]
}

export function evidenceOf({ model, settings, outcomes }: Given): Told {
  const reckoned = saturationOf(model, outcomes)
  const taken = takenSlots(model, reckoned, outcomes)
  const withTaken = withFound(reckoned, taken)
  // Changes by plan leave no state that lasts: all that was measured counts, and only the replications tell how sure it is.
  const isPlanned = settings.load.length + settings.faults.length > 0
  const all = outcomes.map(({ requests }) => requests.response)
  const reported = isPlanned ? all : samplesIn(outcomes, WINDOWS.fresh)
  const known = isPlanned ? toldBy(all) : armedBy(outcomes, WINDOWS.old)
  const steadiness = steadinessOf(model, withTaken, { outcomes, taken, isTold: known.has('mean') })
  const saturation = withFound(withTaken, steadiness.overloaded)
  const isSteady = steadiness.state !== 'none'
  const figures: ReadonlySet<ResponseFigure> = isSteady ? known : new Set()
  const response = responseFigures(reported, figures)
  const messages = messagesOf(outcomes, (outcome) => outcome.messages, isSteady)
  return {
    outcomes,
    saturation,
    steadiness,
    state: steadiness.state,
    reported,
    figures,
    messages,
    samples: isPlanned ? all : samplesIn(outcomes, WINDOWS.run),
    isLongEnough: isPlanned || isLongEnough(outcomes, WINDOWS.run),
    delays: messages === null ? null : outcomes.flatMap(({ messages }) => messages?.delay ?? []),
    figureOf: (metric) => {
      if (metric === 'lag') return messages?.mostLag ?? null
      if (isDelay(metric)) return messages?.delay[delayFigure(metric)] ?? null
      if (metric === 'errorRate') return percentOf(outcomes.map(({ requests }) => endedOf(requests)))
      return metric === 'throughput'
        ? meanOfValues(outcomes.map((outcome) => perSecond(outcome.requests.completed, outcome)))
        : response[metric]
    },
  }
}
