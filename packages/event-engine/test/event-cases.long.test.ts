import { describe, expect, it } from 'vitest'
import { createJudge, readCase } from '../../../tooling/reference-cases/case-runner.ts'
import { judgeCase } from '../../../tooling/reference-cases/judge.ts'
import pinned from '../../../tooling/reference-cases/pinned-cases.json' with { type: 'json' }
import {
  CannotBeRead,
  type CaseFile,
  type CaseRunner,
  type Chance,
  type ReferenceCase,
} from '../../../tooling/reference-cases/reference-case.ts'
import all from '../../../tooling/reference-cases/reference-cases.json' with { type: 'json' }
import { Bench, isSameModel } from './cases/bench.ts'
import { figureNamed, readName } from './cases/figures.ts'
import { readDiagrams } from './cases/file-form/read-diagrams.ts'
import { isFunctionCase } from './cases/functions.ts'
import { variantsOf } from './cases/variants.ts'
import { answers } from './formulas.ts'

const fileOf = ({ meta, cases }: typeof pinned | typeof all): CaseFile => ({
  profiles: meta.profiles,
  cases: cases as unknown as readonly ReferenceCase[],
  isTyped: true,
})
const PINNED = fileOf(pinned)
const ALL = fileOf(all)
const judge = createJudge(PINNED)
const judgeOfAll = createJudge(ALL)

const caseOf = (id: string, changes: Partial<ReferenceCase> = {}): ReferenceCase => {
  const found = PINNED.cases.find((one) => one.id === id)
  if (found === undefined) throw new Error(`There is no case ${id}.`)
  return { ...found, ...changes }
}

const quick = (id: string) => ({ ...caseOf(id).tolerance, minRequestsPerReplication: 10_000 })

/** Cases with diagrams, without those that only name other cases. */
const diagramsOf = ({ cases }: CaseFile) =>
  cases
    .filter((one) => one.group !== 'live' && !isFunctionCase(one))
    .filter(({ inputs }) => variantsOf(inputs).size > 0)

describe('reference cases of the event engine', () => {
  it.each(PINNED.cases.map((one) => [one.id, one.title, one] as const))('[VER-6] %s %s', (_id, _title, one) => {
    expect(judge(one).misses).toEqual([])
  })

  const functions = ALL.cases.filter((one) => one.group !== 'live' && isFunctionCase(one) && one.checks === undefined)
  it.each(functions.map((one) => [one.id, one.title, one] as const))('[VER-6] %s %s', (_id, _title, one) => {
    expect(judgeOfAll(one).misses).toEqual([])
  })

  it.each(Object.entries(answers))('[VER-6] %s expects what the formulas give', (id, formula) => {
    const { expected } = caseOf(id)
    for (const [key, value] of Object.entries(formula)) expect(expected[key], key).toBeCloseTo(value, 4)
  })

  it('[VER-81] are met under any id', () => {
    expect(judge(caseOf('EV-01', { id: 'XX-99', tolerance: quick('EV-01') })).misses).toEqual([])
  })

  it('[VER-6] are missed by an engine that is a tenth off', () => {
    const wrong = caseOf('EV-01', { expected: { R_ms: 137.5 }, tolerance: quick('EV-01') })
    expect(judge(wrong).misses[0]).toMatch(/^R_ms: 12\d\.\d+ ± /)
    const list = caseOf('EV-04', { expected: { p: [0.088819, 0.2] }, tolerance: quick('EV-04') })
    expect(judge(list).misses).toHaveLength(1)
  })

  it.each([PINNED, ALL].flatMap((file) => diagramsOf(file).map((one) => [one.id, one, file] as const)))(
    '[VER-15] %s makes the same model as a saved flow and in the sparse form',
    (_id, { inputs }, { profiles }) => {
      const [saved, sparse] = [new Bench(profiles, 'full'), new Bench(profiles, 'sparse')]
      for (const diagram of variantsOf(inputs).values()) {
        expect(isSameModel(saved.model(diagram), sparse.model(diagram))).toBe(true)
      }
    },
  )

  it('[VER-86] are run in both forms where these make two models', () => {
    // The defaults of a Kafka connection add a queue of messages, which the sparse form does not have.
    const { nodes, edges } = caseOf('EV-01').inputs as { nodes: object[]; edges: object[] }
    const inputs = { profile: 'quiet', nodes, edges: edges.map((edge) => ({ ...edge, type: 'kafka' })) }
    // Far off: a few requests show it.
    const tolerance = { ...quick('EV-01'), minRequestsPerReplication: 1_000 }
    const one = caseOf('EV-01', { inputs, expected: { R_ms: 1 }, tolerance })
    const { misses, by } = judge(one)
    expect(by).toBe('runs of the event engine, of a saved flow and of the sparse form')
    expect(misses.map((miss) => miss.startsWith('sparse form'))).toEqual([false, true])
  })
})

describe('checks of a case', () => {
  const checked = caseOf('EV-13', { checks: [{ text: 'so', that: [] }] })
  const misses = (chance: Chance, wrong: readonly number[]) => {
    const seeds: number[] = []
    const runner: CaseRunner = {
      by: 'a test',
      measure: () => ({ goodput: 50 }),
      check(_, seed) {
        seeds.push(seed)
        return [{ holds: !wrong.includes(seed), found: 'nothing' }]
      },
      chanceOf: () => chance,
    }
    return [judgeCase(checked, runner).misses.length, seeds.length]
  }

  it('[VER-7] [VER-78] must hold for nine of ten seeds, for all where chance plays no part, and once where they are about many', () => {
    expect([misses('chance', []), misses('chance', [4]), misses('chance', [4, 9])]).toEqual([
      [0, 10],
      [0, 10],
      [1, 10],
    ])
    expect([misses('no chance', []), misses('no chance', [4])]).toEqual([
      [0, 10],
      [1, 10],
    ])
    expect(misses('many seeds', [])).toEqual([0, 1])
  })

  it('[VER-79] do not hide figures beside them', () => {
    const runner = { by: '', measure: () => ({ goodput: 50 }), check: () => [{ holds: true, found: '' }] }
    const beside = (expected: object, isByChecksOnly = false) =>
      judgeCase(
        {
          ...checked,
          expected: { ...expected },
          tolerance: { rule: 'behaviour', metrics: { goodput: { abs: 1 } }, isByChecksOnly },
        },
        runner,
      ).misses
    expect([beside({}), beside({ goodput: 50 }), beside({ goodput: 60 }, true)]).toEqual([[], [], []])
    expect(beside({ goodput: 60 })).toHaveLength(1)
    expect(beside({ unheardOf: 5 })).toEqual(['unheardOf: was not measured'])
  })

  it('[VER-14] compare figures of nodes, clients and request types with each other', () => {
    const that = (measure: string, is: '<' | '>', than: number | { measure: string }) => ({
      text: '',
      that: [{ measure, is, than }],
    })
    const tolerance = { rule: 'behaviour', minRequestsPerReplication: 5000 }
    const misses = (...checks: readonly ReturnType<typeof that>[]) =>
      judge(caseOf('EV-01', { expected: {}, checks, tolerance })).misses.length
    expect(
      misses(that('p99_Read_ms', '>', { measure: 'p50_ms' }), that('U_web', '<', 0.99), that('R_users_ms', '>', 100)),
    ).toBe(0)
    expect(misses(that('p50_ms', '>', { measure: 'p99_ms' }))).toBe(1)
  })
})

describe('a file of cases', () => {
  const { inputs } = caseOf('EV-01')
  const neutral = { N0: PINNED.profiles.quiet as Readonly<Record<string, unknown>> }
  const file = { profiles: { ...PINNED.profiles, ...neutral }, cases: PINNED.cases }
  const read = (told: ReferenceCase['inputs']) => readDiagrams(told, '', file)
  const dataOf = (told: ReferenceCase['inputs'], variant = '') =>
    read(told)[variant]?.nodes.map(({ data = {} }) => data) ?? []

  it.each([
    ['R_ms', [''], null, 'R', 1],
    ['Wq_3_s', ['1', '2', '3'], '3', 'Wq', 1000],
    ['p95_busy_ms', ['calm', 'busy'], 'busy', 'p95', 1],
    ['R_h2_ms', ['exp', 'h2:scv=4'], 'h2:scv=4', 'R', 1],
    ['accept150Frac', ['100', '150'], '150', 'acceptFrac', 1],
    ['goodput_rps', [''], null, 'goodput', 1],
    ['p95_70_s', ['70'], '70', 'p95', 1000],
  ])('[VER-80] names a figure %s', (key, variants, variant, name, unit) => {
    const asked = readName(key, variants)
    expect([asked.variant, asked.unit]).toEqual([variant, unit])
    expect(String(asked.figure)).toBe(String(figureNamed(name)))
  })

  it('[VER-80] tells variants by another one, farms in a line, and other cases with a change', () => {
    const slow = { one: inputs, slow: 'as one with averageProcessingTime 80' }
    expect(dataOf({ variants: slow }, 'slow')[1]?.averageProcessingTime).toBe(80)
    const farm = read({ variants: { farm: '3 backends, S=20 ms, 90 rps, settings.lb="power-of-two"' } }).farm
    expect(farm?.nodes[2]?.count).toBe(3)
    expect(farm?.settings?.lb).toBe('power-of-two')
    expect(Object.keys(read({ ref: 'EV-07 with expectedHitRate 0, 0.5, 0.9' }))).toEqual(['0', '0.5', '0.9'])
    expect(dataOf({ ref: 'EV-07 with averageLatency 30 -> 45 ms' }).map((data) => data.averageLatency)).toEqual([
      undefined,
      undefined,
      1,
      45,
    ])
  })

  it('[VER-80] tells faults and other settings of a run', () => {
    const fault = read({ ...inputs, durationS: 30, fault: 'web slow x5 from 10 s to 25 s' })[''] ?? { settings: {} }
    expect(fault.settings).toMatchObject({
      durationS: 30,
      faults: [{ node: 'web', kind: 'slow', factor: 5, fromS: 10, toS: 25 }],
    })
    const queue = dataOf({ lambda: 3, S_ms: 200, c: 2, service: 'h2:4' })
    expect(queue[1]).toMatchObject({ cpuCores: 2, averageProcessingTime: 200 })
  })

  it('[VER-9] [VER-80] tells what must hold in sentences', () => {
    const sentence = {
      ...caseOf('EV-13'),
      checks: undefined,
      expected: { assert_: ['goodput in 100-140 s < 10 % (still draining)'] },
    }
    const { expected, checks } = readCase(sentence as never, file)
    const that = [{ measure: 'goodputShare', within: [100, 140], is: '<', than: 0.1 }]
    expect([expected, checks]).toEqual([{}, [{ text: 'goodput in 100-140 s < 10 % (still draining)', that }]])
    const odd = { ...sentence, expected: { assert_: ['the moon is full'] } }
    expect(() => readCase(odd as never, file)).toThrow('"the moon is full" says nothing that is known')
  })

  const flow = (told: object) => () => new Bench(file.profiles).model(variantsOf(told as never).get('') as never)
  it.each([
    [{ nodes: [{ id: 'c', type: 'Client', data: { cpuCores: 2 } }], edges: [] }, 'c cannot have cpuCores: 2'],
    [{ nodes: [{ id: 'c', type: 'Sphinx' }], edges: [] }, 'no component is a Sphinx'],
    [{ ...inputs, edges: [{ source: 'users', target: 'web', data: { kind: 'pigeon' } }] }, 'no edge is a pigeon'],
    [{ ...inputs, settings: { gravity: 9.81 } }, 'gravity is not a setting'],
    [{ ...inputs, settings: { service: 'cauchy' } }, 'simulation.service must be'],
  ])('[VER-11] cannot be read where a diagram has %j', (told, fault) => {
    expect(flow(told)).toThrow(fault)
  })

  it.each([
    [() => readName('zeal_ms', [''])],
    [() => read({ ...inputs, weather: 'bad' })],
    [() => read({ ref: 'EV-99' })],
    [() => read({ ref: 'EV-01 on a Sunday' })],
    [() => read({ ref: 'EV-01 with concurrencyModel "Magic"' })],
    [() => read({ variants: { one: 'as none with a 1' } })],
    [() => read({ moons: 2 })],
  ])('[VER-4] cannot be read when it is not known (%#)', (work) => {
    expect(work).toThrow(CannotBeRead)
  })
})
