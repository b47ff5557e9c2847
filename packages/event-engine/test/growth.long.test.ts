import { describe, expect, it } from 'vitest'
import { runModel } from '../src/engine/run-model.ts'
import { endOfGrowth, growsInLength, growthOf } from '../src/growth.ts'
import { GOAL } from '../src/report/goal.ts'
import type { Objective } from '../src/report/objectives.ts'
import { DEFAULT_SETTINGS, readSettings } from '../src/settings.ts'
import { madeModel } from './report/made.ts'

const link = { source: 0, target: 1 }
const LIGHT = madeModel({ nodes: [{ serviceMs: 10 }], links: [link], rps: 30 })
const P99: Objective = { metric: 'p99', comparison: '<', limit: 1000 }

interface Given {
  readonly model?: typeof LIGHT
  readonly durationMs?: number
  readonly objectives?: readonly Objective[]
  readonly precision?: number
  readonly mostEvents?: number
}

const endOf = ({ model = LIGHT, durationMs = 120_000, objectives = [], ...goal }: Given) => {
  const warmUpMs = durationMs / 10
  const outcomes = Array.from({ length: 10 }, (_, index) => runModel(model, { seed: index + 1, durationMs, warmUpMs }))
  const settings = { ...DEFAULT_SETTINGS, durationMs, warmUpMs }
  return endOfGrowth({ model, settings, outcomes, goal: { ...GOAL, ...goal, objectives } })
}

/** After ten runs of a minute. */
const takesWith = (model: typeof LIGHT, objective: Objective) =>
  growthOf(
    {
      model,
      settings: DEFAULT_SETTINGS,
      outcomes: Array(10).fill(runModel(model, { seed: 1, durationMs: 60_000, warmUpMs: 6000 })),
      goal: { ...GOAL, objectives: [objective] },
    },
    'events',
  ).takesMs

describe('a run that grows', () => {
  it('[SIM-387] ends when all that is asked for is known as well as wanted, and not before 60 s', () => {
    expect(endOf({ precision: 0.2 })).toBe('enough')
    expect(endOf({ precision: 0.2, durationMs: 30_000 })).toBeNull()
    expect(endOf({ precision: 0.01 })).toBeNull()
  })

  it('[SIM-545] goes on while the tail of a percentile is hardly known, whatever the precision', () => {
    const rare = madeModel({ nodes: [{ serviceMs: 10 }], links: [link], rps: 2 })
    const p50: Objective = { metric: 'p50', comparison: '<', limit: 1000 }
    expect(endOf({ model: rare, durationMs: 60_000, precision: 0.5, objectives: [p50] })).toBe('enough')
    expect(
      endOf({ model: rare, durationMs: 60_000, precision: 0.5, objectives: [{ ...p50, metric: 'p95' }] }),
    ).toBeNull()
  })

  it('[SIM-387] asks for the figures of the objectives, and for these to be decided', () => {
    const mean: Objective = { metric: 'mean', comparison: '<', limit: 100 }
    expect(endOf({ precision: 0.06, objectives: [mean] })).toBe('enough')
    expect(endOf({ precision: 0.06, objectives: [P99] })).toBeNull()
    expect(endOf({ precision: 0.2, objectives: [{ ...mean, limit: 14.3 }] })).toBeNull()
  })

  it('[SIM-387] asks for delays of messages and for the throughput, too', () => {
    const messages = madeModel({ nodes: [{ serviceMs: 10 }], links: [{ ...link, message: 'sent' }], rps: 30 })
    const delay: Objective = { metric: 'delay.mean', comparison: '<', limit: 100 }
    const rate: Objective = { metric: 'throughput', comparison: '>', limit: 1 }
    expect(endOf({ model: messages, objectives: [delay], precision: 0.06 })).toBe('enough')
    expect(endOf({ model: messages, objectives: [delay], precision: 0.005 })).toBeNull()
    expect(endOf({ objectives: [rate], precision: 0.05 })).toBe('enough')
    expect(endOf({ objectives: [rate], precision: 0.005 })).toBeNull()
  })

  it('[SIM-405] asks for an error rate against its limit', () => {
    const errors: Objective = { metric: 'errorRate', comparison: '<', limit: 1 }
    expect(endOf({ objectives: [errors], precision: 0.05 })).toBe('enough')
    expect(endOf({ objectives: [errors], precision: 0.001 })).toBeNull()
  })

  it('[SIM-387] ends where twice the time would take more than the budget, or there is no steady state', () => {
    expect(endOf({ precision: 0.01, mostEvents: 1000 })).toBe('events')
    expect(endOf({ model: madeModel({ nodes: [{ serviceMs: 50 }], links: [link], rps: 30 }) })).toBe('none')
  })

  it('[SIM-388] grows by replications where changes of load or faults are planned', () => {
    expect(growsInLength(DEFAULT_SETTINGS)).toBe(true)
    expect(growsInLength({ ...DEFAULT_SETTINGS, load: [{ atS: 1, forS: 2, rps: 3 }] })).toBe(false)
  })

  it('[SIM-1020] grows in length where all faults are breakdowns', () => {
    const faultsOf = (...faults: unknown[]) => {
      const read = readSettings({ faults })
      return read.ok ? read.settings : DEFAULT_SETTINGS
    }
    const breakdowns = { node: 'API', kind: 'breakdowns', upS: 600, downS: 30 }
    expect(growsInLength(faultsOf(breakdowns))).toBe(true)
    expect(growsInLength(faultsOf(breakdowns, { node: 'API', fromS: 10, forS: 10 }))).toBe(false)
  })

  it('[SIM-1023] goes on until it has seen the breakdowns, though all else is known', () => {
    const errors: Objective = { metric: 'errorRate', comparison: '<', limit: 1 }
    const breakdowns = { kind: 'breakdowns', node: 1, others: [], mostDownMs: 1e12, inFlight: 'fail' } as const
    const model = { ...LIGHT, faults: [{ ...breakdowns, meanUpMs: 36_000_000, meanDownMs: 600_000 }] }
    expect(endOf({ model, objectives: [errors] })).toBeNull()
    expect(endOf({ model, objectives: [errors], mostEvents: 1000 })).toBe('events')
    expect(
      endOf({
        model: { ...LIGHT, faults: [{ ...breakdowns, meanUpMs: 3.6e9, meanDownMs: 600_000 }] },
        objectives: [errors],
      }),
    ).toBe('enough')
    expect(takesWith(model, errors)).toBe(36_600_000)
  })

  it('[SIM-1172] takes no time that could be told where nothing repairs what breaks down', () => {
    const errors: Objective = { metric: 'errorRate', comparison: '<', limit: 1 }
    const breakdowns = { kind: 'breakdowns', node: 1, others: [], mostDownMs: 1e12, inFlight: 'fail' } as const
    const model = { ...LIGHT, faults: [{ ...breakdowns, meanUpMs: 200_000, meanDownMs: 1e12 }] }
    expect(takesWith(model, errors)).toBeNull()
  })

  it('[SIM-1173] takes three times what auto-scaling needs, while it asks for more', () => {
    const errors: Objective = { metric: 'errorRate', comparison: '<', limit: 1 }
    const scaling = { metric: 'slots', target: 0.7, min: 1, max: 10, syncMs: 15_000, readyMs: 30_000 } as const
    const scaled = (rps: number) => {
      const made = madeModel({ nodes: [{ serviceMs: 10 }], links: [link], rps })
      const own = { ...scaling, tolerance: 0.1, stabilisationMs: 300_000 }
      return { ...made, stations: made.stations.map((station) => ({ ...station, scaling: own })) }
    }
    // From one instance to 2, 3, 5, 8 and 10, by 1/0.7 at each look: one, and two until those are ready.
    expect(takesWith(scaled(800), errors)).toBe(3 * 5 * 45_000)
    expect(takesWith(scaled(30), errors)).toBeLessThan(3 * 5 * 45_000)
  })

  it('[SIM-951] takes no less than twice what was too little', () => {
    const nearly: Objective = { metric: 'errorRate', comparison: '<', limit: 1 }
    const outcomes = [1, 2].map((seed) => runModel(LIGHT, { seed, durationMs: 60_000, warmUpMs: 6000 }))
    const goal = { ...GOAL, objectives: [nearly], precision: 1 }
    const { takesMs } = growthOf(
      { model: LIGHT, settings: { ...DEFAULT_SETTINGS, durationMs: 60_000 }, outcomes, goal },
      'time',
    )
    expect(takesMs).toBe(120_000)
  })

  it('[SIM-388] has at most 640 replications where it grows by them', () => {
    const model = madeModel({ nodes: [{ serviceMs: 10 }], links: [link], rps: 5 })
    const length = { durationMs: 2000, warmUpMs: 0 }
    const runs = [1, 2, 3].map((seed) => runModel(model, { seed, ...length }))
    const settings = { ...DEFAULT_SETTINGS, ...length, load: [{ atS: 1, forS: 1, rps: 5 }] }
    const after = (count: number) => {
      const outcomes = Array.from({ length: count / 3 }, () => runs).flat()
      return endOfGrowth({ model, settings, outcomes, goal: { ...GOAL, precision: 1e-9, objectives: [] } })
    }
    expect([after(318), after(321)]).toEqual([null, 'events'])
  })

  it('[SIM-418] grows by replications where requests are recorded', () => {
    const recorded = [{ atS: 1, rps: null, type: null, sizeKB: null }]
    expect(growsInLength({ ...DEFAULT_SETTINGS, recorded })).toBe(false)
  })
})
