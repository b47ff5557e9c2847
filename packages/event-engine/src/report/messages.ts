import { NO_MESSAGES } from '../measure/no-messages.ts'
import type { MessageOutcome, RunOutcome } from '../outcome.ts'
import { perSecond } from './counts.ts'
import { estimate, responseOf } from './estimates.ts'
import type { MessagesReport } from './report.ts'
import type { MeasuredValues, ReportedValues } from './reported-values.ts'
import { percentilesOverTime, rounded } from './series.ts'

const COUNTS = [
  'published',
  'givenUp',
  'processed',
  'failed',
  'redelivered',
  'deadLettered',
  'expired',
  'lost',
] as const

/** Of all messages of each run. */
export const delayValues = (outcomes: readonly RunOutcome[]): MeasuredValues =>
  valuesOf(outcomes.map(({ messages }) => messages ?? NO_MESSAGES))

const valuesOf = (runs: readonly MessageOutcome[]): MeasuredValues => ({
  whole: runs.map(({ delay }) => delay),
  slices: runs.map(({ delaySlices }) => delaySlices),
})

interface Known {
  readonly isSteady: boolean
  readonly reportedOf: (values: MeasuredValues) => ReportedValues
}

/** Of one connection, or of all; null where no call was a message. */
export function messagesOf(
  outcomes: readonly RunOutcome[],
  of: (outcome: RunOutcome) => MessageOutcome | null | undefined,
  { isSteady, reportedOf }: Known,
): MessagesReport | null {
  if (!outcomes.some(of)) return null
  const runs = outcomes.map((outcome) => ({ ...(of(outcome) ?? NO_MESSAGES), outcome }))
  const total = (count: (run: MessageOutcome) => number) => runs.reduce((sum, run) => sum + count(run), 0)
  const delays = valuesOf(runs)
  const { samples, figures } = reportedOf(delays)
  const hasSeries = runs.some(({ waiting }) => waiting.length > 0)
  const spans = hasSeries ? Math.min(...outcomes.map(({ series }) => series.arrived.length)) : 0
  return {
    ...(Object.fromEntries(COUNTS.map((name) => [name, total((run) => run[name])])) as Record<
      (typeof COUNTS)[number],
      number
    >),
    waiting: total(({ waitingAtEnd }) => waitingAtEnd),
    publishedPerSecond: estimate(runs.map(({ published, outcome }) => perSecond(published, outcome))),
    processedPerSecond: estimate(runs.map(({ processed, outcome }) => perSecond(processed, outcome))),
    delay: responseOf(samples, figures, isSteady ? delays.whole : null),
    lag: isSteady ? estimate(runs.map(({ meanWaiting }) => meanWaiting)) : null,
    mostLag: estimate(runs.map(({ mostWaiting }) => mostWaiting)),
    lagOverTime: Array.from({ length: spans }, (_, span) =>
      rounded(total(({ waiting }) => waiting[span] ?? 0) / runs.length),
    ),
    delayOverTime: Array.from({ length: spans }, (_, span) => {
      const processed = total(({ processedOverTime }) => processedOverTime[span] ?? 0)
      return processed > 0 ? rounded(total(({ delayMsOverTime }) => delayMsOverTime[span] ?? 0) / processed) : null
    }),
    delayPercentilesOverTime: runs.some(({ delaysOverTime }) => delaysOverTime !== null)
      ? percentilesOverTime(
          runs.map(({ delaysOverTime }) => delaysOverTime ?? []),
          spans,
        )
      : null,
  }
}
