import { describe, expect, it } from 'vitest'
import { judge, type Objective } from '../../src/report/objectives.ts'
import { madeModel, madeReport, madeRuns } from './made.ts'

const link = { source: 0, target: 1 }
/** M/M/1 at a load of 0.5: mean 20 ms, p99 92.1 ms. */
const MODEL = madeModel({ nodes: [{ serviceMs: 10 }], links: [link], rps: 50 })
const RUNS = madeRuns(MODEL, 10)
const P99 = 20 * Math.log(100)

const EVIDENCE = {
  outcomes: RUNS,
  samples: RUNS.map(({ requests }) => requests.response),
  delays: null,
  isLongEnough: true,
  mayBeTransient: false,
  state: 'steady',
  unseen: { what: [], share: 0, leastMs: 0 },
  figureOf: () => null,
} as const

const verdictsOf = (objectives: readonly Objective[], outcomes = RUNS) => madeReport(MODEL, { outcomes, objectives })
const resultOf = (text: string, outcomes = RUNS) => {
  const [, metric = '', comparison = '', limit] = /^(\w+)([<>]=?)([\d.]+)$/.exec(text) ?? []
  const objective = { metric, comparison, limit: Number(limit) } as Objective
  return verdictsOf([objective], outcomes).objectives[0]?.result
}

describe('an objective', () => {
  it.each([
    [`p99<${1.2 * P99}`, 'pass'],
    [`p99<${0.8 * P99}`, 'fail'],
    [`p99<${P99}`, 'undecided'],
    [`p99>${0.8 * P99}`, 'pass'],
    [`p99>${1.2 * P99}`, 'fail'],
    ['mean<=22', 'pass'],
    ['mean<18', 'fail'],
    ['mean>=20', 'undecided'],
    ['throughput>=48', 'pass'],
    ['throughput>52', 'fail'],
    ['errorRate<0.1', 'pass'],
    ['errorRate<0.001', 'undecided'],
    ['errorRate>1', 'fail'],
  ])('[SIM-311] [SIM-944] %s is %s', (text, result) => {
    expect(resultOf(text)).toBe(result)
  })

  it('[SIM-944] [SIM-945] [SIM-948] is undecided where there is one replication, or the runs are short against their relaxation time', () => {
    expect(resultOf('p99<1000', RUNS.slice(0, 1))).toBe('undecided')
    const slow = madeModel({ nodes: [{ serviceMs: 19 }], links: [link], rps: 50 })
    const { objectives, verdict } = madeReport(slow, {
      outcomes: madeRuns(slow, 10),
      objectives: [
        { metric: 'p99', comparison: '<', limit: 1e6 },
        { metric: 'p99', comparison: '<', limit: 100 },
      ],
    })
    // An empty start only shortens the response times, so that one that is missed is missed.
    expect(objectives.map(({ result, measured }) => [result, measured])).toEqual([
      ['undecided', null],
      ['fail', null],
      ['pass', expect.anything()],
    ])
    expect(verdict).toBe('fail')
  })

  it('[SIM-947] is missed where no response time was measured', () => {
    const failing = madeModel({ nodes: [{ serviceMs: 10, failureProbability: 1 }], links: [link], rps: 50 })
    const objectives: Objective[] = [{ metric: 'p99', comparison: '<', limit: 1e6 }]
    const [judged] = madeReport(failing, { outcomes: madeRuns(failing, 10), objectives }).objectives
    expect([judged?.result, judged?.measured]).toEqual(['fail', null])
  })

  it('[SIM-400] takes two runs by the few degrees of freedom that they have', () => {
    const runs = RUNS.slice(0, 2)
    const [one = 0, other = 0] = runs.map(({ requests, measuredMs }) => (requests.completed / measuredMs) * 1000)
    const below = (errors: number) => (one + other) / 2 - (errors * Math.abs(one - other)) / 2
    expect([20, 40].map((errors) => resultOf(`throughput>${below(errors)}`, runs))).toEqual(['undecided', 'pass'])
  })

  it('[SIM-401] is undecided where its limit lies within the interval that is printed', () => {
    const runs = RUNS.slice(0, 5)
    const evidence = {
      ...EVIDENCE,
      outcomes: runs,
      samples: runs.map(({ requests }) => requests.response),
      figureOf: () => ({ mean: 50, halfWidth: 40, lower: 30, upper: 90, lowest: 40, highest: 60, count: 5 }),
    }
    const judged = (over: number) => judge([{ metric: 'p95', comparison: '<', limit: over }], evidence)[0]?.result
    expect([judged(85), judged(95)]).toEqual(['undecided', 'pass'])
  })

  it('[SIM-406] on errors does not pass while many requests never end', () => {
    // As many as 2 % of those that came hang; those on the way in a steady state do not count.
    const hanging = RUNS.map((run) => {
      const { requests } = run
      const hang = Math.round(requests.arrived * 0.02)
      return {
        ...run,
        requests: { ...requests, arrived: requests.arrived + hang, inFlightAtEnd: requests.inFlightAtEnd + hang },
      }
    })
    const onErrors = (limit: number, outcomes = RUNS) =>
      judge([{ metric: 'errorRate', comparison: '<', limit }], { ...EVIDENCE, outcomes })[0]?.result
    expect(onErrors(1)).toBe('pass')
    expect(onErrors(1, hanging)).toBe('undecided')
    expect(onErrors(5, hanging)).toBe('pass')
  })

  it('[SIM-406] is told with the requests under way at the end', () => {
    const { figures, quality } = madeReport(MODEL, { outcomes: RUNS })
    const left = RUNS.reduce((sum, { requests }) => sum + requests.inFlightAtEnd, 0)
    expect(figures.inFlightAtEnd?.mean).toBeCloseTo(left / RUNS.length, 9)
    expect(quality.unendedShare).toBeLessThan(0.001)
  })

  it('[SIM-386] assumes that no more than 1 % fail, where none is about the errors of all requests', () => {
    expect(verdictsOf([{ metric: 'mean', comparison: '<', limit: 30 }]).objectives).toMatchObject([
      { metric: 'mean', isAssumed: false, result: 'pass', servedShare: null },
      { metric: 'errorRate', comparison: '<', limit: 1, isAssumed: true, result: 'pass' },
    ])
    expect(verdictsOf([{ metric: 'errorRate', comparison: '<', limit: 5 }]).objectives).toHaveLength(1)
    const scope = { by: 'type', id: 'Write', name: 'Write' } as const
    expect(verdictsOf([{ metric: 'errorRate', scope, comparison: '<', limit: 90 }]).objectives).toMatchObject([
      { scope, isAssumed: false },
      { metric: 'errorRate', scope: null, limit: 1, isAssumed: true },
    ])
    expect(verdictsOf([]).objectives).toEqual([])
  })

  it('[SIM-386] tells who kept it, where requests are turned away', () => {
    const shedding = madeModel({ nodes: [{ serviceMs: 20, admission: 3 }], links: [link], rps: 100 })
    const { objectives, verdict, warnings } = madeReport(shedding, {
      outcomes: madeRuns(shedding, 10),
      objectives: [{ metric: 'p99', comparison: '<', limit: 1000 }],
    })
    expect(objectives.map(({ result }) => result)).toEqual(['pass', 'fail'])
    expect(verdict).toBe('fail')
    // M/M/1/3 at an offered load of 2: 8 of 15 are turned away.
    expect(objectives[0]?.servedShare).toBeCloseTo(7 / 15, 2)
    expect(warnings.map(({ text }) => text).join('\n')).toMatch(
      /^The objective for the 99th percentile is met by the 4[67] % of the requests that were served; the others failed\.$/m,
    )
  })
})
