import { expect, it } from 'vitest'
import { comparisonSentence } from '../src/compare/comparison-sentence.ts'
import type { ComparisonReport } from '../src/index.ts'

const pair = (difference: number, half: number) => ({
  ...{ unit: '', a: 100, b: 100 + difference },
  ...{ difference, lower: difference - half, upper: difference + half },
})
const run = { steadiness: { state: 'steady' }, replications: [{}, {}] } as never
const said = (paired: Partial<ComparisonReport['paired']>) => comparisonSentence(paired, { a: run, b: run })

it('[EXP-389] names the highest response time that shows a difference, and a higher one that shows none', () => {
  const p95 = pair(-3, 1)
  expect(said({ p99: pair(-8, 1), p95 })).toBe('With B p99 is 8 ± 1 ms lower.')
  expect(said({ p99: pair(-8, 43), p95 })).toBe('With B p95 is 3 ± 1 ms lower, of p99 no difference can be seen.')
  expect(said({ p99: null, p95 })).toBe('With B p95 is 3 ± 1 ms lower.')
  expect(said({ p99: pair(-8, 43), p95: pair(-3, 9), mean: pair(2, 0.5) })).toBe(
    'With B the mean is 2 ± 0.5 ms higher, of p99 no difference can be seen.',
  )
  expect(said({ p99: pair(-8, 43), mean: null })).toBe('No difference can be seen.')
})

it('[EXP-390] tells the difference of error rates in percentage points', () => {
  expect(said({ errorRate: pair(0.2, 0.1), throughput: pair(-3, 1), costPerHour: pair(0.5, 0) })).toBe(
    'With B the error rate is 0.2 ± 0.1 percentage points higher, the throughput is 3 ± 1 rps lower, the cost is 0.5 ± 0 $ an hour higher.',
  )
})
