import { describe, expect, it } from 'vitest'
import { createRunnerOf } from '../../../tooling/reference-cases/case-runner.ts'
import { eventEngine } from '../../../tooling/reference-cases/event-engine.ts'
import { type Judgement, judgeCase } from '../../../tooling/reference-cases/judge.ts'
import type {
  Assessment,
  CaseFile,
  CaseRunner,
  ReferenceCase,
} from '../../../tooling/reference-cases/reference-case.ts'
import { Unmapped } from '../../../tooling/reference-cases/reference-case.ts'
import { readName } from './cases/event-cases/read-figures.ts'
import { readScenarios } from './cases/event-cases/read-scenarios.ts'
import { readSettings } from './cases/event-cases/read-settings.ts'
import document from './cases/events.json' with { type: 'json' }
import { answers } from './formulas.ts'

const FILE: CaseFile = {
  profiles: document.meta.profiles,
  cases: document.cases as unknown as readonly ReferenceCase[],
}
const runnerOf = createRunnerOf(eventEngine, FILE)
const judge = (one: ReferenceCase): Judgement => judgeCase(one, runnerOf(one))

const caseOf = (id: string, changes: Partial<ReferenceCase> = {}): ReferenceCase => {
  const found = FILE.cases.find((one) => one.id === id)
  if (found === undefined) throw new Error(`There is no case ${id}.`)
  return { ...found, ...changes }
}

const quick = (id: string) => ({ ...caseOf(id).tolerance, minRequestsPerReplication: 10_000 })

describe('reference cases of the event engine', () => {
  it.each(FILE.cases.map((one) => [one.id, one.title, one] as const))('[VER-6] %s %s', (_id, _title, one) => {
    expect(judge(one).misses).toEqual([])
  })

  it.each(Object.entries(answers))('[VER-6] %s expects what the formulas say', (id, formula) => {
    const { expected } = caseOf(id)
    for (const [key, value] of Object.entries(formula)) expect(expected[key], key).toBeCloseTo(value, 4)
  })

  it('[VER-6] are missed by an engine that is a tenth off', () => {
    const wrong = caseOf('EV-01', { expected: { R_ms: 137.5 }, tolerance: quick('EV-01') })
    expect(judge(wrong).misses[0]).toMatch(/^R_ms: 12\d\.\d+ ± /)
    const list = caseOf('EV-04', { expected: { p: [0.088819, 0.2] }, tolerance: quick('EV-04') })
    expect(judge(list).misses).toHaveLength(1)
  })
})

describe('sentences of a case', () => {
  const TEXT = 'something is so'
  const sentence = caseOf('EV-13', { expected: { assert_: [TEXT] } })
  const runner = (by: Assessment['by'], trueOf: (seed: number) => boolean) => {
    const seeds: number[] = []
    const assess = (_: ReferenceCase, seed: number): Assessment => {
      seeds.push(seed)
      return { by, assertions: [{ text: TEXT, holds: trueOf(seed), found: 'nothing' }] }
    }
    return { seeds, runner: { measure: () => ({}), assess } satisfies CaseRunner }
  }

  it('[VER-7] must be true of nine of ten seeds, of all where chance plays no part', () => {
    const misses = (by: Assessment['by'], wrong: readonly number[]) =>
      judgeCase(sentence, runner(by, (seed) => !wrong.includes(seed)).runner).misses.length
    expect([misses('chance', []), misses('chance', [4]), misses('chance', [4, 9])]).toEqual([0, 0, 1])
    expect([misses('no chance', []), misses('no chance', [4])]).toEqual([0, 1])
  })

  it('[VER-7] are looked at once where they are about many seeds themselves', () => {
    const { seeds, runner: asked } = runner('many seeds', () => true)
    expect(judgeCase(sentence, asked).misses).toEqual([])
    expect(seeds).toEqual([1])
  })

  it('[VER-7] fail the case when they say nothing that is known', () => {
    const odd = caseOf('EV-13', { expected: { assert_: ['the moon is full'] } })
    expect(() => judge(odd)).toThrow('"the moon is full" says nothing that is known.')
  })
})

describe('what a case says in words of its own', () => {
  it.each([
    ['R_ms', [''], { variant: null, name: 'R', unit: 1 }],
    ['Wq_3_s', ['1', '2', '3'], { variant: '3', name: 'Wq', unit: 1000 }],
    ['p95_busy_ms', ['calm', 'busy'], { variant: 'busy', name: 'p95', unit: 1 }],
    ['R_h2_ms', ['exp', 'h2:scv=4'], { variant: 'h2:scv=4', name: 'R', unit: 1 }],
    ['accept150Frac', ['100', '150'], { variant: '150', name: 'acceptFrac', unit: 1 }],
    ['goodput_rps', [''], { variant: null, name: 'goodput', unit: 1 }],
    ['Q_front', [''], { variant: null, name: 'Q_front', unit: 1 }],
    ['U_s', [''], { variant: null, name: 'U_s', unit: 1 }],
    ['R_s_ms', [''], { variant: null, name: 'R_s', unit: 1 }],
    ['p95_70_s', ['70'], { variant: '70', name: 'p95', unit: 1000 }],
  ])('[VER-9] %s is the name of a figure', (key, variants, asked) => {
    expect(readName(key, variants)).toEqual(asked)
  })

  it('[VER-9] reads variants that are told by another one, and farms that are told in a line', () => {
    const { inputs } = caseOf('EV-01')
    const scenarios = readScenarios(
      {
        variants: {
          one: inputs,
          slow: 'as one with averageProcessingTime 80',
          farm: '3 backends, S=20 ms, 90 rps, settings.lb="power-of-two"',
        },
      },
      FILE,
    )
    expect(scenarios.get('slow')?.flow.nodes[1]?.data.averageProcessingTime).toBe(80)
    expect(scenarios.get('farm')?.flow.edges).toHaveLength(4)
    expect(scenarios.get('farm')?.settings.lb).toBe('power-of-two')
  })

  it('[VER-9] reads another case with a change, and what happens during a run', () => {
    const swept = readScenarios({ ref: 'EV-07 with expectedHitRate 0, 0.5, 0.9' }, FILE)
    expect([...swept.values()].map(({ flow }) => flow.nodes[2]?.data.expectedHitRate)).toEqual([0, 0.5, 0.9])
    const changed = readScenarios({ ref: 'EV-07 with averageLatency 30 -> 45 ms' }, FILE)
    expect([...changed.values()][0]?.flow.nodes.map(({ data }) => data.averageLatency)).toEqual([
      undefined,
      undefined,
      1,
      45,
    ])
    const [storm] = readScenarios({ ...caseOf('EV-13').inputs, fault: 'web down at 10 s for 5 s' }, FILE).values()
    expect(storm?.settings.load).toEqual([{ atS: 30, forS: 15, rps: 120 }])
    expect(storm?.settings.faults).toMatchObject([{ of: 'web', kind: 'outage', fromS: 10, forS: 5 }])
  })

  it('[VER-9] reads further words for what happens, and for what changes', () => {
    const { inputs } = caseOf('EV-01')
    const [told] = readScenarios({ ...inputs, durationS: 30, fault: 'web slow x5 from 10 s to 25 s' }, FILE).values()
    expect(told?.durationS).toBe(30)
    expect(told?.settings.faults).toMatchObject([{ of: 'web', kind: 'slow', factor: 5, fromS: 10, forS: 15 }])
    const [other] = readScenarios(
      { ref: 'EV-01 with settings.service="det" and averageProcessingTime 20' },
      FILE,
    ).values()
    expect(other?.settings.service).toEqual({ kind: 'deterministic' })
    expect(other?.flow.nodes[1]?.data.averageProcessingTime).toBe(20)
    const crowds = readScenarios({ ...inputs, variants: { few: { users: 3 }, many: { rps: 50 } } }, FILE)
    expect([...crowds.values()].map(({ flow }) => flow.nodes[0]?.data.concurrentUsers)).toEqual([3, 50])
    const [queue] = readScenarios({ lambda: 3, S_ms: 200, c: 2, service: 'h2:4' }, FILE).values()
    expect(queue?.flow.nodes[1]?.data).toMatchObject({ cpuCores: 2, averageProcessingTime: 200 })
  })

  it('[VER-11] takes an edge of no told kind for the first that has its properties', () => {
    const limited = { ...caseOf('EV-01').inputs, edges: [{ source: 'users', target: 'web', data: { rateLimit: 5 } }] }
    expect([...readScenarios(limited, FILE).values()][0]?.flow.edges[0]?.type).toBe('http')
  })

  it.each([
    [{ nodes: [{ id: 'c', type: 'Client', data: { cpuCores: 2 } }], edges: [] }, 'c cannot have cpuCores: 2.'],
    [{ nodes: [{ id: 'c', type: 'Sphinx' }], edges: [] }, 'No component is a Sphinx.'],
    [
      { ...caseOf('EV-01').inputs, edges: [{ source: 'users', target: 'web', data: { kind: 'pigeon' } }] },
      'No edge is a pigeon.',
    ],
    [{ ref: 'EV-01 with concurrencyModel "Magic"' }, 'web cannot have concurrencyModel: "Magic".'],
  ])('[VER-11] %j fails', (inputs, fault) => {
    expect(() => readScenarios(inputs, FILE)).toThrow(fault)
  })

  it('[VER-13] goes by the tolerance of a list, or of the case', () => {
    const tolerance = { rule: 'S10', rel: 0.05, metrics: { U: { abs: 0.02 } }, minRequestsPerReplication: 20_000 }
    const { Xrps, U, R_ms } = caseOf('EV-01').expected as Record<string, number>
    const listed = caseOf('EV-01', { expected: { U: { web: U }, Xrps, R_ms }, tolerance })
    expect(judge(listed).misses).toEqual([])
    expect(judge({ ...listed, expected: { U: { web: 0.2 } } }).misses[0]).toMatch(/^U\.web: /)
  })

  it('[VER-14] compares figures, of parts, of clients and of types', () => {
    const { inputs } = caseOf('EV-01')
    const sentences = [
      'R_users_ms within 1 % of R_web_ms',
      'p99_Read_ms > 2 * p50_ms',
      'U_web < 0.99',
      'goodput after 5 s > 90 %',
    ]
    const tolerance = { rule: 'behaviour', minRequestsPerReplication: 5000 }
    expect(judge(caseOf('EV-01', { inputs, expected: { assert_: sentences }, tolerance })).misses).toEqual([])
    const wrong = caseOf('EV-01', { inputs, expected: { assert_: ['p50_ms > p99_ms'] }, tolerance })
    expect(judge(wrong).misses).toHaveLength(1)
  })

  it.each([
    [() => readName('zeal_ms', [''])],
    [() => readSettings({ gravity: 9.81 })],
    [() => readSettings({ service: 'cauchy' })],
    [() => readScenarios({ ...caseOf('EV-01').inputs, weather: 'bad' }, FILE)],
    [() => readScenarios({ ref: 'EV-99' }, FILE)],
    [() => readScenarios({ ref: 'EV-01 on a Sunday' }, FILE)],
    [() => readScenarios({ variants: { one: 'as none with a 1' } }, FILE)],
  ])('[VER-4] is refused when it is not known (%#)', (read) => {
    expect(read).toThrow(Unmapped)
  })
})
