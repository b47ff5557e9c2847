import { describe, expect, it } from 'vitest'
import { judgeCase } from '../../../tooling/reference-cases/judge.ts'
import { type CaseRunner, type ReferenceCase, Unmapped } from '../../../tooling/reference-cases/reference-case.ts'
import { functionRunner, isFunctionCase } from './cases/function-cases.ts'

const caseOf = (changes: Partial<ReferenceCase>): ReferenceCase => ({
  id: 'X',
  title: 'X',
  group: 'closed-form',
  inputs: {},
  expected: {},
  tolerance: { rule: 'exact' },
  ...changes,
})

const LINES = { thin: { latencyMs: 1, bandwidthMbps: 1, averageRequestSizeKB: 1, averageResponseSizeKB: 2 } }

describe('sentences of a case', () => {
  const runner = {
    measure: () => ({ goodput: 50 }),
    assess: () => ({ by: 'chance', assertions: [{ text: 'it heals', holds: true, found: 'it did' }] }),
  } as unknown as CaseRunner
  const beside = (figures: ReferenceCase['expected']) =>
    judgeCase(
      caseOf({
        expected: { assert_: ['it heals'], ...figures },
        tolerance: { rule: 'behaviour', metrics: { goodput: { abs: 1 } } },
      }),
      runner,
    ).misses

  it('[VER-7] do not hide figures beside them', () => {
    expect(beside({})).toEqual([])
    expect(beside({ goodput: 50 })).toEqual([])
    expect(beside({ goodput: 60 })).toHaveLength(1)
    const tolerated = { rule: 'behaviour', assert_: ['it heals'] }
    expect(judgeCase(caseOf({ expected: { goodput: 60 }, tolerance: tolerated }), runner).misses).toEqual([])
    expect(beside({ unheardOf: 5 })).toEqual(['unheardOf: was not measured'])
  })
})

describe('cases of single rules', () => {
  it('[VER-3] follow the numbers of the case', () => {
    const one = caseOf({
      inputs: { timeoutMs: 10, retryIntervalMs: 3, maxRetries: 2, jitter: 'none' },
      expected: { waits_Linear_ms: [3, 6], giveUpAt_Linear_ms: 39, equalJitter_meanWaits_ms: [2.25, 4.5] },
    })
    expect(judgeCase(one, functionRunner).misses).toEqual([])
    const edge = caseOf({ inputs: { edges: LINES }, expected: { thin_request_ms: 9.192, thin_roundTrip_ms: 26.576 } })
    expect(judgeCase(edge, functionRunner).misses).toEqual([])
  })

  it('[VER-3] simulate requests for items where an interval is asked for, and reckon where not', () => {
    const cache = { inputs: { items: 6, zipf: 1, capacity: 3 }, expected: { LRU: 0.637815 } }
    const traced = caseOf({ ...cache, tolerance: { rule: 'S10', metrics: { LRU: { abs: 0.01 } } } })
    expect(judgeCase(caseOf(cache), functionRunner).misses).toEqual([])
    const { misses, measured } = judgeCase(traced, functionRunner)
    expect(misses).toEqual([])
    expect(measured.LRU).not.toBeCloseTo(0.637815, 6)
  })

  it('[VER-3] show that jitter spares contended writes calls and time', () => {
    const ways = ['None', 'Exponential', 'FullJitter', 'EqualJitter', 'Decorr']
    const keys = ways.flatMap((way) => [`${way}_calls`, `${way}_time_ms`])
    const one = caseOf({
      inputs: { clients: 100, baseMs: 5, capMs: 2000, net: 'Normal(10,2)' },
      expected: Object.fromEntries(keys.map((key) => [key, 0])),
    })
    const figures = functionRunner.measure(one, { seed: 3, length: 1 }) as Record<string, number>
    const of = (key: string) => figures[key] ?? Number.NaN
    // As the published program prints them, within what so few repetitions allow.
    expect(of('FullJitter_calls') / 795).toBeCloseTo(1, 1)
    expect(of('None_calls') / 2421).toBeCloseTo(1, 1)
    expect(of('FullJitter_calls')).toBeLessThan(0.5 * of('Exponential_calls'))
    expect(of('FullJitter_time_ms')).toBeLessThan(0.2 * of('Exponential_time_ms'))
    expect(of('EqualJitter_time_ms')).toBeGreaterThan(of('FullJitter_time_ms'))
  })

  it.each([
    ['an input that is not known', { inputs: { edges: LINES, weather: 'rain' }, expected: { thin_request_ms: 1 } }],
    ['a figure that is not known', { inputs: { packetLossRate: 0.1 }, expected: { losses: 1 } }],
    ['an edge that is not told', { inputs: { edges: LINES }, expected: { fat_request_ms: 1 } }],
    ['another convention', { inputs: { edges: LINES, convention: 'KB=1000 B' }, expected: { thin_request_ms: 1 } }],
    ['no breaker', { inputs: { vectors: [[1]], legend: '1 ok, 0 failed' }, expected: { stateAfterEachCall: [] } }],
  ])('[VER-4] do not map %s', (_, changes) => {
    expect(() => judgeCase(caseOf(changes), functionRunner)).toThrow(Unmapped)
  })

  it('[VER-4] are none that ask for a run', () => {
    expect(isFunctionCase(caseOf({ inputs: { nodes: [], edges: [] }, expected: { R_ms: 1 } }))).toBe(false)
  })
})
