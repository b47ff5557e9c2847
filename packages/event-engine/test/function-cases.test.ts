import { describe, expect, it } from 'vitest'
import { judgeCase } from '../../../tooling/reference-cases/judge.ts'
import { CannotBeRead, type ReferenceCase } from '../../../tooling/reference-cases/reference-case.ts'
import { readFunctionCase } from './cases/file-form/read-case.ts'
import { createFunctionRunner, isFunctionCase } from './cases/functions.ts'

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
const judge = (one: ReferenceCase) => judgeCase(one, createFunctionRunner(one))

describe('cases of single rules', () => {
  it('[VER-3] follow the numbers of the case', () => {
    const one = caseOf({
      inputs: { timeoutMs: 10, retryIntervalMs: 3, maxRetries: 2, jitter: 'none' },
      expected: { waits_Linear_ms: [3, 6], giveUpAt_Linear_ms: 39, equalJitter_meanWaits_ms: [2.25, 4.5] },
    })
    expect(judge(one).misses).toEqual([])
    const edge = caseOf({ inputs: { edges: LINES }, expected: { thin_request_ms: 9.192, thin_roundTrip_ms: 26.576 } })
    expect(judge(edge).misses).toEqual([])
    const lost = { tcp_meanTransmissions: 1 / 0.7, tcp_meanExtraDelay_ms: (50 * 0.3) / 0.7, udp_delivered_2hops: 0.49 }
    expect(judge(caseOf({ inputs: { packetLossRate: 0.3, rtoMs: 50 }, expected: lost })).misses).toEqual([])
  })

  it('[VER-13] go by the tolerance of a list, or of the case', () => {
    const measure = () => ({ U: { web: 0.61 }, R_ms: 104 })
    const misses = (metrics: NonNullable<ReferenceCase['tolerance']['metrics']>) =>
      judgeCase(caseOf({ expected: { U: { web: 0.6 }, R_ms: 100 }, tolerance: { rule: 'abs', rel: 0.05, metrics } }), {
        by: 'a test',
        measure,
      }).misses
    expect(misses({ U: { abs: 0.02 } })).toEqual([])
    expect(misses({ U: { abs: 0.001 } })[0]).toMatch(/^U\.web: /)
    expect(misses({ R_ms: { abs: 1 } })[0]).toMatch(/^R_ms: /)
  })

  it('[VER-3] take the configuration of a breaker from the inputs, or from the title of a file', () => {
    const expected = { stateAfterEachCall: [['CLOSED', 'OPEN']] }
    const titled = caseOf({ title: 'window 2, min calls 2, 50 %', inputs: { vectors: [[1, 0]] }, expected })
    const read = readFunctionCase(titled, isFunctionCase)
    expect(read?.inputs).toEqual({ window: 2, minimumCalls: 2, failureRateThreshold: 50, vectors: [[1, 0]] })
    expect(judge(read ?? titled).misses).toEqual([])
  })

  it('[VER-3] show that jitter spares contended writes calls and time', () => {
    const ways = ['None', 'Exponential', 'FullJitter', 'EqualJitter', 'Decorr']
    const keys = ways.flatMap((way) => [`${way}_calls`, `${way}_time_ms`])
    const one = caseOf({
      inputs: { clients: 100, baseMs: 5, capMs: 2000, net: 'Normal(10,2)' },
      expected: Object.fromEntries(keys.map((key) => [key, 0])),
    })
    const figures = createFunctionRunner(one).measure(one, { seed: 3, length: 1 }) as Record<string, number>
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
    [
      'no breaker',
      { inputs: { vectors: [[1]], legend: '1 ok, 0 failed' }, expected: { stateAfterEachCall: ['closed'] } },
    ],
  ])('[VER-4] cannot be read with %s', (_, changes) => {
    expect(() => judge(caseOf(changes))).toThrow(CannotBeRead)
  })

  it('[VER-4] are not met where they expect no figure', () => {
    for (const expected of [{}, { R_ms: {} }])
      expect(judge(caseOf({ expected })).misses).toEqual(['Nothing is expected.'])
  })

  it('[VER-4] are none that ask for a run', () => {
    expect(isFunctionCase(caseOf({ inputs: { nodes: [], edges: [] }, expected: { R_ms: 1 } }))).toBe(false)
  })
})
