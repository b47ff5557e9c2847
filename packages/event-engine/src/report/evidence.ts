import { NO_MESSAGES } from '../measure/no-messages.ts'
import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import type { EventSettings } from '../settings.ts'
import { between, type Estimate, meanOfValues } from '../statistics/estimate.ts'
import type { Samples } from '../statistics/pooled.ts'
import {
  afterWarmUp,
  armedBy,
  isLongEnough,
  knownBy,
  preciselyIn,
  type ResponseFigure,
  responseFigures,
  samplesIn,
  WINDOWS,
} from '../statistics/response-figures.ts'
import { endedOf, perSecond, unprocessedOf } from './counts.ts'
import { percentOf } from './estimates.ts'
import type { FigureFor } from './goal.ts'
import { delaysOf, messagesOf } from './messages.ts'
import { delayFigure, type Evidence, highestLag, isDelay } from './objectives.ts'
import type { MessagesReport, Saturation, Steadiness } from './report.ts'
import { saturationOf, takenSlots, withFound } from './saturation.ts'
import { runsOfScope, type Scope } from './scope.ts'
import { steadinessOf } from './steadiness.ts'

/** What the runs show of response times, and whether there is a steady state. */
export interface RunEvidence extends Evidence {
  readonly saturation: Saturation
  readonly steadiness: Steadiness
  /** What the reported response times are of. */
  readonly reported: Samples
  /** From so many simulated ms on. */
  readonly reportedFromMs: number
  readonly figures: ReadonlySet<ResponseFigure>
  /** Of all connections; null where none carried messages. */
  readonly messages: MessagesReport | null
  /** The figures of such delays that are reported. */
  readonly delaysKnown: (delays: Samples) => ReadonlySet<ResponseFigure>
  /** The same of a part of the requests or messages. */
  readonly evidenceIn: (scope: Scope) => Evidence
  /** A figure as it is reported. */
  readonly figureFor: FigureFor
}

interface Given {
  readonly model: Model
  readonly settings: Pick<EventSettings, 'load' | 'faults' | 'recorded' | 'warmUpMs'>
  readonly outcomes: readonly RunOutcome[]
}

export function evidenceOf({ model, settings, outcomes }: Given): RunEvidence {
  const computed = saturationOf(model, outcomes)
  const taken = takenSlots(model, computed, outcomes)
  const withTaken = withFound(computed, taken)
  // Changes by plan leave no state that lasts: all that was measured counts, and only the replications show how sure it is.
  const isPlanned = settings.load.length + settings.faults.length + settings.recorded.length > 0
  const all = outcomes.map(({ requests }) => requests.response)
  const durationMs = outcomes[0]?.slices.durationMs ?? 0
  const warmUp = settings.warmUpMs / durationMs
  const fresh = afterWarmUp(WINDOWS.fresh, warmUp)
  // One run without a warm-up is told as it was, as the page shows it: nothing else says how sure its figures are.
  const isWhole = isPlanned || (outcomes.length === 1 && settings.warmUpMs === 0)
  const reported = isWhole ? all : samplesIn(outcomes, fresh)
  const armed = isPlanned ? knownBy(all) : armedBy(outcomes, WINDOWS.old)
  const known = isWhole ? knownBy(all) : armed
  const steadiness = steadinessOf(model, withTaken, { outcomes, taken, isReported: armed.has('mean') })
  const saturation = withFound(withTaken, steadiness.overloaded)
  const isSteady = steadiness.state !== 'none'
  const figures: ReadonlySet<ResponseFigure> = isSteady ? known : new Set()
  const response = responseFigures(reported, figures)
  const isOldLongEnough = isPlanned || isLongEnough(outcomes, WINDOWS.old)
  // Delays are recorded for the whole of a run only: older data only show whether it is long enough.
  const delaysKnown = (delays: Samples): ReadonlySet<ResponseFigure> =>
    isSteady && isOldLongEnough ? (isPlanned ? knownBy(delays) : preciselyIn(delays)) : new Set()
  const messages = messagesOf(outcomes, (outcome) => outcome.messages, { isSteady, delaysKnown })
  const about = {
    state: steadiness.state,
    isLongEnough: isPlanned || isLongEnough(outcomes, WINDOWS.run),
  }
  const figureOf = figuresOf(outcomes, response, messages)
  // Response times of a part of the requests are recorded for the whole of a run only, as delays are.
  const evidenceIn = (scope: Scope): Evidence => {
    const runs = runsOfScope(model, outcomes, scope)
    const samples = runs.map(({ requests }) => requests.response)
    const own = messagesOf(runs, (run) => run.messages, { isSteady, delaysKnown })
    return {
      ...about,
      outcomes: runs,
      samples,
      delays: own && delaysOf(runs),
      figureOf: figuresOf(runs, responseFigures(samples, delaysKnown(samples)), own),
    }
  }
  return {
    ...about,
    outcomes,
    saturation,
    steadiness,
    reported,
    reportedFromMs: isWhole ? settings.warmUpMs : fresh.from * durationMs,
    figures,
    messages,
    delaysKnown,
    samples: isPlanned ? all : samplesIn(outcomes, afterWarmUp(WINDOWS.run, warmUp)),
    delays: messages && delaysOf(outcomes),
    figureOf,
    evidenceIn,
    figureFor: ({ metric, scope }) => (scope ? evidenceIn(scope).figureOf(metric) : figureOf(metric)),
  }
}

/** The figures that objectives are about, as they are reported. */
function figuresOf(
  outcomes: readonly RunOutcome[],
  response: Readonly<Record<ResponseFigure, Estimate>>,
  messages: MessagesReport | null,
): Evidence['figureOf'] {
  const lag = highestLag(outcomes)
  return (metric) => {
    if (metric === 'lag') return lag === null ? null : between(lag, { lower: null, upper: null }, [lag])
    if (isDelay(metric)) return messages?.delay[delayFigure(metric)] ?? null
    if (metric === 'messageLoss')
      return messages && percentOf(outcomes.map((outcome) => unprocessedOf(outcome.messages ?? NO_MESSAGES)))
    if (metric === 'errorRate') return percentOf(outcomes.map(({ requests }) => endedOf(requests)))
    return metric === 'throughput'
      ? meanOfValues(outcomes.map((outcome) => perSecond(outcome.requests.completed, outcome)))
      : response[metric]
  }
}
