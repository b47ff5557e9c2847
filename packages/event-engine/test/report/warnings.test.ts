import { describe, expect, it } from 'vitest'
import type { Quality, SaturationLimit } from '../../src/report/report.ts'
import { warningsOf } from '../../src/report/warnings.ts'
import { madeModel, SETTINGS } from './made.ts'

const MODEL = madeModel({ nodes: [{}], links: [{ source: 0, target: 1 }], rps: 1 })
const NOTHING_WRONG = {
  settledAfterMs: null,
  warmUpMs: 0,
  relativeHalfWidth: null,
  replications: 10,
  endedEarly: [],
  unendedShare: 0,
} as unknown as Quality
const SLOTS: SaturationLimit = {
  of: 'node',
  id: 'node-1',
  limit: 'slots',
  waitsFor: null,
  load: 0.9,
  atRps: 100,
  isUpperBound: true,
  instances: null,
}

const warnings = (quality: Partial<Quality>, unsettled: readonly SaturationLimit[] | null = null) =>
  warningsOf({
    model: MODEL,
    outcomes: [],
    quality: { ...NOTHING_WRONG, ...quality },
    steadiness: {
      state: unsettled === null ? 'none' : 'unsettled',
      backlogPerSecond: null,
      overloaded: unsettled ?? [],
    },
    unseen: { what: [], share: 0, leastMs: 0 },
    settings: SETTINGS,
    verdicts: [],
    timePer: 'request',
  })

describe('a warning', () => {
  it('[SIM-406] tells of the requests that had not ended from more than 1 % on', () => {
    expect(warnings({ unendedShare: 0.01 })).toEqual([])
    expect(warnings({ unendedShare: 0.03 })).toEqual([expect.stringMatching(/^3 % of the requests that arrived/)])
  })

  it('[SIM-654] of a load that may be too much says whether slots are held or requests pile up', () => {
    const [held, ...noMore] = warnings({}, [SLOTS])
    expect(held).toMatch(/^Slots are held nearly as much as they can be: it is not certain/)
    expect(noMore).toEqual([])
    expect(warnings({}, [])[0]).toMatch(/^The requests under way still grew at the end: it is not certain/)
  })
})
