import type { MessageOutcome, RunOutcome } from '../outcome.ts'
import { estimate, perSecond, responseOf } from './estimates.ts'
import type { Estimate, ResponseReport } from './report.ts'

/** What became of messages: calls that nobody waits for. */
export interface MessagesReport {
  /** Over all replications; `waiting`: not ended when the run did. */
  readonly published: number
  readonly processed: number
  readonly failed: number
  readonly redelivered: number
  readonly deadLettered: number
  readonly expired: number
  readonly lost: number
  readonly waiting: number
  readonly publishedPerSecond: Estimate
  readonly processedPerSecond: Estimate
  /** From publishing to processed, ms; null without a steady state, as the response times of requests are. */
  readonly delay: ResponseReport
  /** Messages that are published and have not ended: mean over the time, null without a steady state; and the most. */
  readonly lag: Estimate
  readonly mostLag: Estimate
  /** At the end of each span of the series, mean over the replications. */
  readonly lagOverTime: readonly number[]
}

const COUNTS = ['published', 'processed', 'failed', 'redelivered', 'deadLettered', 'expired', 'lost'] as const

/** Of one connection, or of all; null where no call is a message. */
export function messagesOf(
  outcomes: readonly RunOutcome[],
  of: (outcome: RunOutcome) => MessageOutcome | null | undefined,
  isSteady: boolean,
): MessagesReport | null {
  const runs = outcomes.flatMap((outcome) => {
    const messages = of(outcome)
    return messages ? [{ ...messages, outcome }] : []
  })
  if (runs.length === 0) return null
  const total = (count: (run: MessageOutcome) => number) => runs.reduce((sum, run) => sum + count(run), 0)
  const spans = Math.min(...runs.map(({ waiting }) => waiting.length))
  return {
    ...(Object.fromEntries(COUNTS.map((name) => [name, total((run) => run[name])])) as Record<
      (typeof COUNTS)[number],
      number
    >),
    waiting: total(({ waitingAtEnd }) => waitingAtEnd),
    publishedPerSecond: estimate(runs.map(({ published, outcome }) => perSecond(published, outcome))),
    processedPerSecond: estimate(runs.map(({ processed, outcome }) => perSecond(processed, outcome))),
    delay: responseOf(
      runs.map(({ delay }) => delay),
      isSteady,
    ),
    lag: isSteady ? estimate(runs.map(({ meanWaiting }) => meanWaiting)) : null,
    mostLag: estimate(runs.map(({ mostWaiting }) => mostWaiting)),
    lagOverTime: Array.from({ length: spans }, (_, span) =>
      Number((total(({ waiting }) => waiting[span] ?? 0) / runs.length).toPrecision(6)),
    ),
  }
}
