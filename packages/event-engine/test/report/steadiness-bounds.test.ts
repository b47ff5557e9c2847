import { describe, expect, it } from 'vitest'
import type { RunOutcome } from '../../src/outcome.ts'
import type { Saturation, SaturationLimit } from '../../src/report/report.ts'
import { steadinessOf } from '../../src/report/steadiness.ts'
import { madeModel } from './made.ts'

const MODEL = madeModel({ nodes: [{}], links: [{ source: 0, target: 1 }], rps: 100 })

/** 100 s of 100 requests a second, one span of the series a second; the requests under way grow by `grown`. */
const runWith = ({ grown = 0, waiting = [] as readonly number[] }): RunOutcome =>
  ({
    measuredMs: 100_000,
    requests: { arrived: 10_000, inFlightAtStart: 0, inFlightAtEnd: grown },
    series: {
      spanMs: 1000,
      arrived: waiting.map(() => 100),
      inSystem: [[], waiting],
      waiting: [[], waiting],
      poolQueue: [[]],
    },
    slices: { inSystemMs: [] },
    byClient: [{ arrived: 10_000 }],
    byClass: [],
    nodes: [],
    links: [],
    endedEarly: null,
  }) as unknown as RunOutcome

const stateOf = (run: RunOutcome, limits: readonly SaturationLimit[] = []) => {
  const saturation = { offeredRps: 100, limits } as unknown as Saturation
  const unseen = { what: [], share: 0, leastMs: 0 }
  return steadinessOf(MODEL, saturation, { outcomes: [run], taken: [], isReported: false, isByPlan: false, unseen })
    .state
}

const held = (load: number): SaturationLimit => ({
  of: 'node',
  id: 'node-1',
  limit: 'slots',
  waitsFor: null,
  load,
  atRps: 100 / load,
  isUpperBound: true,
  instances: null,
})

describe('a steady state by the figures of one run', () => {
  it('[SIM-394] is doubtful from a load of 0.85 on where slots are held, and no longer where they are full', () => {
    expect([0.849, 0.85, 0.998, 0.999].map((load) => stateOf(runWith({}), [held(load)]))).toEqual([
      'steady',
      'unsettled',
      'unsettled',
      'steady',
    ])
  })

  it('[SIM-655] is not there where a fifth of the arrivals pile up at stations, and doubtful where they wait elsewhere', () => {
    // 30 a second of 100 arrive and do not end.
    const piling = Array.from({ length: 100 }, (_, second) => 30 * second)
    expect(stateOf(runWith({ grown: 3000, waiting: piling }))).toBe('none')
    expect(stateOf(runWith({ grown: 3000, waiting: piling.map(() => 5) }))).toBe('unsettled')
  })
})
