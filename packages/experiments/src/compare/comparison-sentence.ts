import type { EventReport } from '@plimsoll/event-engine'
import { isSure } from '../runs/paired-difference.ts'
import { RESPONSE_FIGURES } from '../runs/point.ts'
import { formatNumber } from '../words/numbers.ts'
import type { ComparisonReport, PairedFigure } from './comparison-report.ts'

/** `With B p99 is 42 ± 6 ms lower, the error rate is 0.2 ± 0.1 percentage points higher, the throughput is 3 ± 1 rps lower.` */
export function comparisonSentence(
  paired: Partial<ComparisonReport['paired']>,
  { a, b }: Readonly<Record<'a' | 'b', Pick<EventReport, 'steadiness' | 'replications'>>>,
): string {
  const without = [a, b].map(({ steadiness }) => steadiness.state === 'none')
  if (without[0] || without[1])
    return without[0] && without[1]
      ? 'Neither has a steady state.'
      : `${without[0] ? 'A' : 'B'} has no steady state; ${without[0] ? 'B' : 'A'} has.`
  if (a.replications.length < 2) return 'One pair of runs tells nothing about a difference: compare more.'
  const measured = RESPONSE_FIGURES.filter((figure) => paired[figure] != null)
  const seen = measured.find((figure) => isSure(paired[figure] ?? null))
  const said = [
    ...(seen ? saidOf(seen === 'mean' ? 'the mean' : seen, paired[seen], 'ms') : []),
    ...(seen && seen !== measured[0] ? [`of ${measured[0]} no difference can be seen`] : []),
    ...saidOf('the error rate', paired.errorRate, 'percentage points'),
    ...saidOf('the throughput', paired.throughput, 'rps'),
    ...saidOf('the cost', paired.costPerHour, '$ an hour'),
  ]
  return said.length === 0 ? 'No difference can be seen.' : `With B ${said.join(', ')}.`
}

/** None where the interval holds 0, or there is none. */
function saidOf(what: string, pair: PairedFigure | null | undefined, unit: string): readonly string[] {
  if (!pair || !isSure(pair)) return []
  const { difference, lower, upper } = pair
  const half = formatNumber((upper - lower) / 2)
  return [`${what} is ${formatNumber(Math.abs(difference))} ± ${half} ${unit} ${difference > 0 ? 'higher' : 'lower'}`]
}
