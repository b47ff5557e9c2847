import { describe, expect, it } from 'vitest'
import { findMisses, judgeCase } from './cases/judge.ts'
import file from './cases/live.json' with { type: 'json' }
import { liveRunner } from './cases/live-cases.ts'
import type { CaseRunner, ReferenceCase } from './cases/reference-case.ts'

const CASES = file.cases as unknown as readonly ReferenceCase[]

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
    ['ST-11', caseOf('ST-11', { inputs: { nodes: 5, p: 0.05, maxRetries: 3, requests: 1 } }), 'three nodes'],
    ['ST-11', caseOf('ST-11', { inputs: { nodes: 3, p: 0.1, maxRetries: 3, requests: 1 } }), 'chance of 0.05'],
    ['ST-12', caseOf('ST-12', { title: 'Timing' }), 'does not tell the times'],
    ['ST-12', caseOf('ST-12', { inputs: { rng: 'seeded', quantised: true } }), 'no source of random numbers'],
    ['ST-20', caseOf('ST-20', { inputs: { cases: ['a meteor'] } }), 'no situation'],
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

  it('[VER-3] fail by a rule that is not known, and where nothing is expected', () => {
    const tolerance = { rule: 'roughly' }
    expect(judgeCase(caseOf('ST-01', { tolerance }), liveRunner).misses).toEqual(['The rule "roughly" is not known.'])
    expect(judgeCase(caseOf('ST-01', { expected: {} }), liveRunner).misses).toEqual(['Nothing is expected.'])
  })
})
