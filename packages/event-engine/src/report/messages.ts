import type { MessageOutcome, RunOutcome } from '../outcome.ts'
import type { Samples } from '../statistics/pooled.ts'
import type { ResponseFigure } from '../statistics/response-figures.ts'
import { perSecond } from './counts.ts'
import { estimate, responseOf } from './estimates.ts'
import type { MessagesReport } from './report.ts'

const COUNTS = ['published', 'processed', 'failed', 'redelivered', 'deadLettered', 'expired', 'lost'] as const

interface Known {
  readonly isSteady: boolean
  /** The figures of such delays that are reported. */
  readonly delaysKnown: (delays: Samples) => ReadonlySet<ResponseFigure>
}

/** Of one connection, or of all; null where no call is a message. */
export function messagesOf(
  outcomes: readonly RunOutcome[],
  of: (outcome: RunOutcome) => MessageOutcome | null | undefined,
  { isSteady, delaysKnown }: Known,
): MessagesReport | null {
  const runs = outcomes.flatMap((outcome) => {
    const messages = of(outcome)
    return messages ? [{ ...messages, outcome }] : []
  })
  if (runs.length === 0) return null
  const total = (count: (run: MessageOutcome) => number) => runs.reduce((sum, run) => sum + count(run), 0)
  const delays = runs.map(({ delay }) => delay)
  const spans = Math.min(...runs.map(({ waiting }) => waiting.length))
  return {
    ...(Object.fromEntries(COUNTS.map((name) => [name, total((run) => run[name])])) as Record<
      (typeof COUNTS)[number],
      number
    >),
    waiting: total(({ waitingAtEnd }) => waitingAtEnd),
    publishedPerSecond: estimate(runs.map(({ published, outcome }) => perSecond(published, outcome))),
    processedPerSecond: estimate(runs.map(({ processed, outcome }) => perSecond(processed, outcome))),
    delay: responseOf(delays, delaysKnown(delays), isSteady ? delays : null),
    lag: isSteady ? estimate(runs.map(({ meanWaiting }) => meanWaiting)) : null,
    mostLag: estimate(runs.map(({ mostWaiting }) => mostWaiting)),
    lagOverTime: Array.from({ length: spans }, (_, span) =>
      Number((total(({ waiting }) => waiting[span] ?? 0) / runs.length).toPrecision(6)),
    ),
  }
}
