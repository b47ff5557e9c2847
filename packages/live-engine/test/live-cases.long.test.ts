import { describe, expect, it } from 'vitest'
import { findMisses, judgeCase } from '../../../tooling/reference-cases/judge.ts'
import type { CaseRunner, ReferenceCase } from '../../../tooling/reference-cases/reference-case.ts'
import file from '../../../tooling/reference-cases/reference-cases.json' with { type: 'json' }
import { liveRunner } from './cases/live-cases.ts'

const CASES = (file.cases as unknown as readonly ReferenceCase[]).filter(({ group }) => group === 'live')

const caseOf = (id: string, changes: Partial<ReferenceCase> = {}): ReferenceCase => {
  const found = CASES.find((one) => one.id === id)
  if (found === undefined) throw new Error(`There is no case ${id}.`)
  return { ...found, ...changes }
}

describe('reference cases', () => {
  it.each(CASES.map((one) => [one.id, one.title, one] as const))('[VER-1] %s %s', (_id, _title, one) => {
    expect(judgeCase(one, liveRunner).misses).toEqual([])
  })

  it('[VER-3] are missed by a list with an item too many or too few', () => {
    const missed = (listed: readonly number[]) => findMisses({ listed: [1, 2] }, { listed }, { rule: 'exact' })
    expect([[1, 2], [1, 2, 3], [1]].map((listed) => missed(listed).length)).toEqual([0, 1, 1])
  })

  it('[VER-3] are exact to a millionth, also of a small figure', () => {
    const missed = (figure: number) => findMisses({ figure: 1e-4 }, { figure }, { rule: 'exact' }).length
    expect([1e-4, 1.000001e-4 - 1e-12, 1.01e-4].map(missed)).toEqual([0, 0, 1])
  })

  it('[VER-3] hold percentages in a text against the tolerance', () => {
    const missed = (text: string) => findMisses({ text: 'blue 85.7 %' }, { text }, { rule: 'abs', abs: 0.005 }).length
    expect(['blue 85.7 %', 'blue 86.1 %', 'blue 86.3 %', 'red 85.7 %'].map(missed)).toEqual([0, 0, 1, 1])
  })

  it('[VER-3] need a narrow interval near the expected value, and get one longer try', () => {
    const asked: number[] = []
    const runner = (figureOf: (seed: number, length: number) => number): CaseRunner => ({
      by: 'a test',
      measure(_, { seed, length }) {
        asked.push(length)
        return { figure: figureOf(seed, length) }
      },
    })
    const tolerance = { rule: 'S10', metrics: { figure: { rel: 0.01 } } }
    const missed = (figureOf: (seed: number, length: number) => number) => {
      asked.length = 0
      return judgeCase(caseOf('ST-05', { expected: { figure: 100 }, tolerance }), runner(figureOf)).misses.length
    }
    const wobble = (seed: number, by: number) => (seed % 2 === 0 ? by : -by)
    expect([missed((seed) => 100.5 + wobble(seed, 0.1)), asked.length]).toEqual([0, 10])
    expect([missed((seed) => 103 + wobble(seed, 0.1)), asked.length]).toEqual([1, 20])
    expect([missed((seed) => 100 + wobble(seed, 20)), asked.length]).toEqual([1, 20])
    expect([missed((seed, length) => 100 + wobble(seed, 20 / length ** 3)), asked.at(-1)]).toEqual([0, 4])
  })

  it.each([
    ['ST-01', caseOf('ST-01', { inputs: { users: 1, think: 1, moons: 2 } }), 'is measured from users, think, moons'],
    ['ST-01', caseOf('ST-01', { expected: { tides: 2 } }), 'is called tides'],
    ['ST-08', caseOf('ST-08', { inputs: { util: 0.9, threshold: 0.6, entries: 1 } }), 'the threshold 0.6'],
    ['ST-11', caseOf('ST-11', { inputs: { nodes: 1, p: 0.05, maxRetries: 3, requests: 1 } }), 'not 1 nodes'],
    ['ST-11', caseOf('ST-11', { inputs: { nodes: 99, p: 0.05, maxRetries: 3, requests: 1 } }), 'lives long enough'],
    ['ST-11', caseOf('ST-11', { inputs: { nodes: 3, p: 0.1, maxRetries: 3, requests: 1 } }), 'chance of 0.05'],
    ['ST-12', caseOf('ST-12', { title: 'Timing' }), 'does not tell the times'],
    ['ST-12', caseOf('ST-12', { title: 'client -> server (50 ms) -> database (5 ms)' }), 'does not tell the times'],
    ['ST-12', caseOf('ST-12', { title: 'client -> moon (50 ms, edge 100 ms)' }), '"moon" has no place'],
    ['ST-12', caseOf('ST-12', { title: 'server (50 ms) -> database (5 ms, edge 1 ms)' }), 'not begin at a client'],
    ['ST-12', caseOf('ST-12', { inputs: { rng: 'seeded', quantised: true } }), 'no source of random numbers'],
    ['ST-12', caseOf('ST-12', { inputs: { rng: 'always 1', quantised: true } }), 'no source of random numbers'],
    ['ST-12', caseOf('ST-12', { inputs: { rng: 'always 0.99', quantised: false } }), 'whole ticks'],
    ['ST-20', caseOf('ST-20', { inputs: { cases: ['a meteor'] } }), 'no situation'],
    ['ST-20', caseOf('ST-20', { inputs: { cases: ['isolated client moons=3'] } }), 'sets what a client does not have'],
    ['ST-20', caseOf('ST-20', { inputs: { cases: ['isolated client moonsSeen=3'] } }), 'a client has no moonsSeen'],
    ['ST-20', caseOf('ST-20', { inputs: { cases: ['isolated client concurrentUsers=0'] } }), 'no request is made'],
    [
      'ST-20',
      caseOf('ST-20', { inputs: { cases: ['isolated client maxRetries=many'] } }),
      'nothing that maxRetries can be',
    ],
  ])('[VER-4] [VER-12] do not map what the engine cannot be asked: %s', (_, one, fault) => {
    expect(() => judgeCase(one, liveRunner)).toThrow(fault)
  })

  it('[VER-3] follow the numbers of the case, not those that are known', () => {
    const title = 'client -> server (250 ms, edge 100 ms) -> database (5 ms)'
    expect(judgeCase(caseOf('ST-12', { title }), liveRunner).measured.responseMs).toBe(700)
    const impacts = { inputs: { nodeCapacity: [10], edgeConcurrency: [5] }, expected: { utilWith3on10: 0.3 } }
    expect(judgeCase(caseOf('ST-15', { id: 'XY-1', ...impacts }), liveRunner).misses).toEqual([])
    const fewer = { inputs: { users: 50, think: 500, ticks: 300 }, expected: { perTick: 10, total: 3000 } }
    expect(judgeCase(caseOf('ST-01', { id: 'XY-2', ...fewer }), liveRunner).misses).toEqual([])
  })

  it.each([0.7, 0.75, 0.8, 0.85, 0.9, 0.95])('[VER-12] turn away above any threshold there is: %d', (threshold) => {
    const inputs = { util: 0.97, threshold, entries: 10_000 }
    expect(judgeCase(caseOf('ST-08', { inputs }), liveRunner).misses).toEqual([])
    const expected = { failFrac: 0, atOrBelowThreshold: 0 }
    const below = caseOf('ST-08', { inputs: { ...inputs, util: threshold }, expected, tolerance: { rule: 'exact' } })
    expect(judgeCase(below, liveRunner).misses).toEqual([])
  })

  it('[VER-12] fail on a connection above 0.9 only, whichever utilization is asked for', () => {
    const expected = { at0_5: 0, at0_89: 0, at0_9: 0, at0_91: 0.2, at1: 0.2 }
    expect(judgeCase(caseOf('ST-09', { expected }), liveRunner).misses).toEqual([])
  })

  it.each([
    [2, 3, [0.9025, 0.09025, 0.00677, 0.00045], 'blue 90.25 %, red 0.05 %'],
    [5, 1, [0.77378, 0.19345], 'purple 19.345 %'],
    [8, 10, [0.66342, 0.26537, 0.0597, 0.00995, 0.00137, 0.00016, 0, 0, 0, 0, 0], 'blue: 66.3 %; amber: 6 %'],
  ])('[VER-12] retry along a path of %d nodes, at most %d times', (nodes, maxRetries, retries, colours) => {
    const inputs = { nodes, p: 0.05, maxRetries, requests: 100_000 }
    const exceeded = 1 - retries.reduce((sum, share) => sum + share, 0)
    expect(judgeCase(caseOf('ST-11', { inputs, expected: { retries, exceeded, colours } }), liveRunner).misses).toEqual(
      [],
    )
  })

  it.each([
    ['client -> server (250 ms, edge 100 ms) -> database (5 ms)', {}, 700, [1, 4, 2]],
    ['client -> server (250 ms) -> database (5 ms, edge 20 ms), edges 100 ms', {}, 600, [1, 4, 1]],
    ['Client → load balancer (2 ms) → server (120 ms) → server (30 ms), with 50 ms edges', {}, 500, [1, 1, 2, 1]],
    ['Direct: client -> database (30 ms, edge 100 ms)', {}, 400, [1, 3]],
    ['Timing', { serverMs: 250, edgeMs: 100, databaseMs: 5 }, 700, [1, 4, 2]],
    ['Timing', { averageProcessingTime: 50, latencyMs: 10, averageLatency: 95 }, 400, [1, 1, 2]],
    ['client (10 ms) => server 50 ms => database 5 ms with 100 ms edges', {}, 500, [1, 2, 2]],
    ['Timing', { path: ['client', 'cache'], cache_ms: 1, edge_ms: 100 }, 300, [1, 2]],
  ])('[VER-12] time a path: %s %j', (title, inputs, responseMs, perNodeTicks) => {
    const path = perNodeTicks.map((_, place) => `node ${place}`)
    const expected = { responseMs, path, perNodeTicks }
    const timed = caseOf('ST-12', { title, inputs: { rng: 'always 0.99', quantised: true, ...inputs }, expected })
    expect(judgeCase(timed, liveRunner).misses).toEqual([])
  })

  it.each([
    [1500, 1200, 250],
    [1499, 7, 61],
    [33, 0, 3],
    [0, 2001, 1000],
  ])('[VER-12] keep so much of %d completed and %d failed requests in %d ticks', (completed, failed, ticks) => {
    const expected = {
      keptCompleted: Math.min(1000, completed),
      keptFailed: Math.min(1000, failed),
      keptSamples: Math.min(100, ticks),
      completedCounter: completed,
      failedCounter: failed,
    }
    expect(judgeCase(caseOf('ST-18', { inputs: { completed, failed, ticks }, expected }), liveRunner).misses).toEqual(
      [],
    )
  })

  it.each([
    ['isolated client retryOnError=false', 'Next node not found', 0],
    ['isolated client: retryOnError true, maxRetries 2', 'Exceeded maximum retry attempts', 3],
    ['isolated client', 'Exceeded maximum retry attempts', 4],
    ['client without any connection, retryOnError = true, maxRetries = 7', 'Exceeded maximum retry attempts', 8],
    ['edge deleted after next node chosen, retryOnError=false', 'Next edge not found', 0],
    ['edge deleted after next node chosen, retryOnError=true', 'Exceeded maximum retry attempts', 4],
    [
      'connection removed once the next node is chosen, retryOnError=true maxRetries=1',
      'Exceeded maximum retry attempts',
      2,
    ],
    ['next node deleted under a request, retryOnError=false', 'Next node not found', 0],
    ['next node deleted, retryOnError=true maxRetries=2', 'Exceeded maximum retry attempts', 3],
    ['node deleted under a request, retryOnError=true', 'Current node not found', 0],
    ['database removed under a request', 'Current node not found', 0],
    ['client deleted under a request', 'Current node not found', 0],
  ])('[VER-12] know how a request ends: %s', (situation, reason, retries) => {
    const expected = { reasons: [reason], retriesBeforeFail: [retries] }
    expect(judgeCase(caseOf('ST-20', { inputs: { cases: [situation] }, expected }), liveRunner).misses).toEqual([])
  })

  it('[VER-118] are met where it is expected that nothing is listed, and nothing is', () => {
    const misses = (util: readonly number[]) =>
      judgeCase(caseOf('ST-19', { inputs: { util }, expected: { listed: [], colours: [] } }), liveRunner).misses
    expect(misses([0.1, 0.5])).toEqual([])
    expect(misses([0.1, 0.6])).toHaveLength(2)
  })

  it('[VER-3] fail by a rule that is not known, and where nothing is expected', () => {
    const tolerance = { rule: 'roughly' }
    expect(judgeCase(caseOf('ST-01', { tolerance }), liveRunner).misses).toEqual(['The rule "roughly" is not known.'])
    expect(judgeCase(caseOf('ST-01', { expected: {} }), liveRunner).misses).toEqual(['Nothing is expected.'])
  })
})
