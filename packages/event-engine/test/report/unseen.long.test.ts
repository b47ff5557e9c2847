import { describe, expect, it } from 'vitest'
import type { Distribution, Model } from '../../src/model.ts'
import type { Objective } from '../../src/report/objectives.ts'
import { client, edge, reportOf, server } from '../controls/saved-flow.ts'
import { madeModel, madeReport, madeRuns } from './made.ts'

const PLAIN = madeModel({ nodes: [{ serviceMs: 1 }], links: [{ source: 0, target: 1 }], rps: 50 })

const withBreakdowns = (upS: number, downS: number, mostDownS = 1e9): Model => ({
  ...PLAIN,
  faults: [
    {
      kind: 'breakdowns',
      node: 1,
      others: [],
      meanUpMs: upS * 1000,
      meanDownMs: downS * 1000,
      mostDownMs: mostDownS * 1000,
      inFlight: 'fail',
    },
  ],
})

const withBursts = (burstS: number, calmS: number): Model => ({
  ...PLAIN,
  sources: PLAIN.sources.map((source) => ({
    ...source,
    bursts: { burst: { factor: 1, meanMs: burstS * 1000 }, calm: { factor: 1, meanMs: calmS * 1000 } },
  })),
})

/** Of runs of 60 s. */
const shown = (model: Model, objective: Objective, runs = 10) => {
  const { objectives, warnings } = madeReport(model, { outcomes: madeRuns(model, runs), objectives: [objective] })
  const text = warnings.find((warning) => warning.text.includes('too short to tell'))?.text ?? null
  return { result: objectives[0]?.result, text }
}

const ERRORS: Objective = { metric: 'errorRate', comparison: '<', limit: 40 }
const P99: Objective = { metric: 'p99', comparison: '<', limit: 1000 }

describe('runs that are too short for what changes slowly', () => {
  it('[SIM-1021] [SIM-1024] meet no objective, and say how long they have to be: for ten breakdowns', () => {
    expect(shown(withBreakdowns(36_000, 600), P99)).toEqual({
      result: 'undecided',
      text: 'The runs are too short to tell what breakdowns bring: 10 runs have to take 36600 s each.',
    })
    // Ten in all, of runs of 60 s each.
    expect(shown(withBreakdowns(59, 1), P99)).toEqual({ result: 'pass', text: null })
    expect(shown(withBreakdowns(60, 1), P99).result).toBe('undecided')
    // A restart ends it earlier.
    expect(shown(withBreakdowns(59, 100, 1), P99).result).toBe('pass')
  })

  it('[SIM-1172] are as short as any where nothing repairs what breaks down, or it breaks down once in centuries', () => {
    const text = 'No run is long enough to tell what breakdowns bring: some come too seldom, or last too long.'
    const { warnings } = reportOf({
      nodes: [client('c'), server('s', { failureProbability: 0.005, restartPolicy: 'Never' })],
      edges: [edge('c', 's')],
      simulation: { failurePer: 'mtbf', durationS: 60 },
    })
    expect(warnings.map((warning) => warning.text)).toContain(text)
    // For ten in five runs, of 31,536,000 s each at most.
    const textsOf = (upS: number) => madeReport(withBreakdowns(upS, upS / 50)).warnings.map((one) => one.text)
    expect(textsOf(15_500_000)).toContain(text)
    expect(textsOf(15_400_000)).not.toContain(text)
  })

  it('[SIM-1021] are so against the relaxation time of breakdowns, too', () => {
    // 1 / (1/3 + 1/3) s is a 40th of 60 s, 1 / (1/4 + 1/4) s a 30th.
    expect(shown(withBreakdowns(3, 3), { ...ERRORS, limit: 90 })).toEqual({ result: 'pass', text: null })
    expect(shown(withBreakdowns(4, 4), { ...ERRORS, limit: 90 }).result).toBe('undecided')
  })

  it('[SIM-1021] are so for bursts', () => {
    expect(shown(withBursts(1, 50), P99)).toEqual({ result: 'pass', text: null })
    expect(shown(withBursts(60, 3000), P99)).toEqual({
      result: 'undecided',
      text: 'The runs are too short to tell what bursts bring: 10 runs have to take 3060 s each.',
    })
  })

  it('[SIM-1021] are so for a load that swings, also where it was set to another', () => {
    const swings = (periodSeconds: number, simulation = {}) => {
      const drawn = {
        nodes: [client('client', { requestPattern: 'Periodic', periodSeconds }), server('s')],
        edges: [edge('client', 's')],
        simulation: { durationS: 60, ...simulation },
      }
      return reportOf(drawn, 10, [ERRORS]).objectives[0]?.result
    }
    expect([swings(60), swings(61), swings(86_400)]).toEqual(['pass', 'undecided', 'undecided'])
    expect(swings(86_400, { load: { atS: 0, rps: 10 } })).toBe('undecided')
    expect(swings(86_400, { recorded: [{ atS: 0, rps: 10 }] })).toBe('pass')
    expect(swings(86_400, { arrivals: 'closed' })).toBe('pass')
  })

  it('[SIM-1025] are so for services of which few take very long', () => {
    // 50 requests a second for 60 s in each of ten runs.
    const served = (distribution: Distribution) =>
      shown(madeModel({ nodes: [{ serviceMs: 1, distribution }], links: [{ source: 0, target: 1 }], rps: 50 }), P99)
    expect(served({ kind: 'two-point', share: 0.001, factor: 10 })).toEqual({ result: 'pass', text: null })
    const [result, text] = Object.values(served({ kind: 'two-point', share: 0.0001, factor: 1000 }))
    expect([result, text]).toEqual([
      'undecided',
      expect.stringMatching(/tell what long services bring: 10 runs have to take 198 s each/),
    ])
    // One of 2,000; one of 20,000.
    expect(served({ kind: 'hyperexponential', scv: 1000 }).text).toBeNull()
    expect(served({ kind: 'hyperexponential', scv: 10_000 }).result).toBe('undecided')
  })

  it('[SIM-1022] decide what hardly depends on it', () => {
    const rare = withBreakdowns(1e6, 600)
    const [p99, p999] = (['p99', 'p999'] as const).map((metric) => shown(rare, { ...P99, metric }).result)
    expect([p99, p999]).toEqual(['pass', 'undecided'])
    // 0.06 % of the time.
    expect(shown(rare, { ...ERRORS, limit: 1 })).toEqual({ result: 'pass', text: null })
    expect(shown(rare, { ...ERRORS, limit: 0.5 }).result).toBe('undecided')
  })

  it('[SIM-1021] miss what is missed even so', () => {
    expect(shown(withBreakdowns(36_000, 600), { ...P99, limit: 1 }).result).toBe('fail')
  })
})
