import type { Verdict } from '@plimsoll/event-engine'
import { expect, it } from 'vitest'
import { objectiveSentences } from '../src/index.ts'

const VERDICT: Verdict = {
  metric: 'p99',
  comparison: '<',
  limit: 250,
  scope: null,
  isAssumed: false,
  result: 'pass',
  margin: 63,
  measured: { mean: 187, lower: 180, upper: 195, halfWidth: 8, lowest: 181, highest: 192, count: 10 },
  unmeasured: null,
  servedShare: null,
}

const sentence = (verdict: Partial<Verdict>) => objectiveSentences([{ ...VERDICT, ...verdict }])[0]

it('[RPT-8] [RPT-11] says what became of an objective, by how much, and how sure that is', () => {
  expect(sentence({})).toEqual({
    text: 'p99 < 250 ms is met: 187 ms, 63 ms to spare; its 95 % interval is 180 to 195 ms.',
    tone: 'good',
  })
  expect(sentence({ limit: 150, result: 'fail', margin: -37 })).toEqual({
    text: 'p99 < 150 ms is missed: 187 ms, 37 ms beyond the limit; its 95 % interval is 180 to 195 ms.',
    tone: 'bad',
  })
  expect(sentence({ limit: 190, result: 'undecided', margin: 3 })).toEqual({
    text: 'p99 < 190 ms cannot be decided yet: 187 ms; its 95 % interval is 180 to 195 ms.',
    tone: 'unsure',
  })
})

it('[RPT-21] says of an undecided objective whose interval is on one side of the limit that this is not sure yet', () => {
  const text = (verdict: Partial<Verdict>) => sentence({ result: 'undecided', ...verdict })?.text
  expect(text({})).toBe(
    'p99 < 250 ms cannot be decided yet: 187 ms; its 95 % interval is 180 to 195 ms; that keeps the limit, but is not sure yet.',
  )
  expect(text({ limit: 150 })).toMatch(/180 to 195 ms; that misses the limit, but is not sure yet\.$/)
  expect(text({ comparison: '>' })).toMatch(/that misses the limit, but is not sure yet\.$/)
})

it('[RPT-26] says that one run has no interval of one run alone', () => {
  const text = (count: number) =>
    sentence({ measured: { ...VERDICT.measured, mean: 187, lower: null, upper: null, count } as Verdict['measured'] })
      ?.text
  expect(text(1)).toBe('p99 < 250 ms is met: 187 ms, 63 ms to spare; one run has no interval.')
  expect(text(3)).toBe('p99 < 250 ms is met: 187 ms, 63 ms to spare.')
})

it('[RPT-15] [RPT-16] says by how many percentage points a share is beyond its limit', () => {
  expect(sentence({ metric: 'errorRate', limit: 1, result: 'fail', margin: -61.1 })?.text).toMatch(
    /^errorRate < 1 % is missed: 187 %, 61.1 percentage points beyond the limit;/,
  )
  expect(sentence({ metric: 'errorRate', limit: 1, margin: 1 })?.text).toMatch(/, 1 percentage point to spare;/)
})

it('[RPT-8] says of what the figure is, and where there is none', () => {
  expect(sentence({ servedShare: 0.48 })?.text).toMatch(/195 ms; it is about the 48 % that were served\.$/)
  expect(sentence({ metric: 'delay.p99', servedShare: 0.48 })?.text).toMatch(/about the 48 % that were processed\.$/)
  expect(sentence({ measured: null, margin: null, unmeasured: 'short' })?.text).toBe(
    'p99 < 250 ms is met: certainly below; value not known yet.',
  )
  expect(sentence({ measured: null, margin: null, result: 'fail', unmeasured: 'unsteady' })?.text).toBe(
    'p99 < 250 ms is missed: no steady state.',
  )
})
