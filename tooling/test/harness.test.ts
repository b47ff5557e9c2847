import { expect, it } from 'vitest'
import { compare, median } from '../../benchmarks/harness.ts'

it('[OPS-24] takes the median, and refuses to take one of nothing', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(() => median([])).toThrow('no median')
})

it('[OPS-24] measures subject and baseline in turns, each first as often as the other, and leaves the warm-up out', async () => {
  const order: string[] = []
  const times = { subject: [100, 100, 2, 4, 6, 8], baseline: [100, 100, 1, 2, 3, 4] }
  const measure = (name: 'subject' | 'baseline') => () => {
    order.push(name)
    return times[name].shift() ?? Number.NaN
  }
  const result = await compare({
    subject: measure('subject'),
    baseline: measure('baseline'),
    rounds: 4,
    warmUpRounds: 2,
  })
  expect(result).toEqual({ ratio: 2, subjectMs: 5, baselineMs: 2.5 })
  expect(order.join(' ')).toBe(Array(3).fill('subject baseline baseline subject').join(' '))
})
