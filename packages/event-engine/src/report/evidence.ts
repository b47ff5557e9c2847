import { NO_MESSAGES } from '../measure/no-messages.ts'
import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import type { EventSettings } from '../settings.ts'
import { between, type Estimate, meanOfValues } from '../statistics/estimate.ts'
import type { Samples } from '../statistics/pooled.ts'
import {
  isLongEnough,
  type ResponseFigure,
  responseFigures,
  type Wanted,
  WINDOWS,
} from '../statistics/response-figures.ts'
import { endedOf, perSecond, unprocessedOf } from './counts.ts'
import { percentOf } from './estimates.ts'
import type { Asked, FigureFor } from './goal.ts'
import { delayValues, messagesOf } from './messages.ts'
import { delayFigure, type Evidence, highestLag, isDelay, isResponseFigure } from './objectives.ts'
import { isPlanned } from './planned.ts'
import type { MessagesReport, Saturation, Steadiness } from './report.ts'
import {
  type MeasuredValues,
  type ReportedValues,
  reportedValues,
  responseValues,
  withoutFigures,
} from './reported-values.ts'
import { saturationOf, takenSlots, withFound } from './saturation.ts'
import { runsOfScope, type Scope } from './scope.ts'
import { steadinessOf } from './steadiness.ts'
import { unseenOf } from './unseen.ts'

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
  /** What of some response times or delays is reported. */
  readonly reportedOf: (values: MeasuredValues) => ReportedValues
  /** The same of a part of the requests or messages. */
  readonly evidenceIn: (scope: Scope) => Evidence
  /** A figure as it is reported. */
  readonly figureFor: FigureFor
  /** Whether older data know a response time or delay to what is wanted; null: it is no such figure. */
  readonly isArmed: (asked: Asked, wanted: Wanted) => boolean | null
}

interface Given {
  readonly model: Model
  readonly settings: Pick<EventSettings, 'load' | 'faults' | 'recorded' | 'warmUpMs'>
  readonly outcomes: readonly RunOutcome[]
  /** Whether it is asked at which loads parts behind rate limits are saturated. */
  readonly asksBeyondLimits?: boolean
}

export function evidenceOf({ model, settings, outcomes, asksBeyondLimits = false }: Given): RunEvidence {
  const computed = saturationOf(model, outcomes, { asksBeyondLimits })
  const taken = takenSlots(model, computed, outcomes)
  const withTaken = withFound(computed, taken)
  const isByPlan = isPlanned(settings)
  const durationMs = outcomes[0]?.slices.durationMs ?? 0
  // One run without a warm-up is told as it was, as the page shows it: nothing else says how sure its figures are.
  const isWhole = isByPlan || (outcomes.length === 1 && settings.warmUpMs === 0)
  const values = reportedValues({ outcomes, warmUp: settings.warmUpMs / durationMs, isPlanned: isByPlan, isWhole })
  const ofRequests = responseValues(outcomes)
  const isReported = values.armedOf(ofRequests).has('mean')
  const unseen = unseenOf(model, outcomes)
  const { mayBeTransient, ...steadiness } = steadinessOf(model, withTaken, {
    outcomes,
    taken,
    isReported,
    isByPlan,
    unseen,
  })
  const saturation = withFound(withTaken, steadiness.overloaded)
  const isSteady = steadiness.state !== 'none'
  const reportedOf = (some: MeasuredValues) =>
    isSteady ? values.reportedOf(some) : withoutFigures(values.reportedOf(some))
  const { samples: reported, figures } = reportedOf(ofRequests)
  const about = {
    state: steadiness.state,
    mayBeTransient,
    unseen,
    isLongEnough: isByPlan || isLongEnough(outcomes, WINDOWS.run),
  }
  const messages = messagesOf(outcomes, (outcome) => outcome.messages, { isSteady, reportedOf })
  const figureOf = figuresOf(outcomes, responseFigures(reported, figures), messages)
  const evidenceIn = (scope: Scope): Evidence => {
    const runs = runsOfScope(model, outcomes, scope)
    const own = messagesOf(runs, (run) => run.messages, { isSteady, reportedOf })
    const responses = responseValues(runs)
    const shown = reportedOf(responses)
    return {
      ...about,
      outcomes: runs,
      samples: values.judgedOf(responses),
      delays: own && values.judgedOf(delayValues(runs)),
      figureOf: figuresOf(runs, responseFigures(shown.samples, shown.figures), own),
    }
  }
  return {
    ...about,
    outcomes,
    saturation,
    steadiness,
    reported,
    reportedFromMs: isWhole ? settings.warmUpMs : values.freshFrom * durationMs,
    figures,
    messages,
    reportedOf,
    samples: values.judgedOf(ofRequests),
    delays: messages && values.judgedOf(delayValues(outcomes)),
    figureOf,
    evidenceIn,
    figureFor: ({ metric, scope }) => (scope ? evidenceIn(scope).figureOf(metric) : figureOf(metric)),
    isArmed: ({ metric, scope }, wanted) => {
      const runs = scope ? runsOfScope(model, outcomes, scope) : outcomes
      if (isDelay(metric)) return values.armedOf(delayValues(runs), wanted).has(delayFigure(metric))
      if (!isResponseFigure(metric)) return null
      return values.armedOf(responseValues(runs), wanted).has(metric)
    },
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
