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

const warnings = (quality: Partial<Quality>, unsettled: readonly SaturationLimit[] | null = null, model = MODEL) =>
  warningsOf({
    model,
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
  it('[SIM-1107] tells of a load of which a part of a swing is measured, and what measures whole ones', () => {
    const swinging = (periodMs: number, quality: Partial<Quality>, arrivals = 'open') => {
      const sources = MODEL.sources.map((one) => ({ ...one, arrivals, rate: { ...one.rate, periodMs } }))
      return warnings(quality, null, { ...MODEL, sources } as typeof MODEL)
    }
    const usual = { warmUpMs: 6_000, measuredMs: 54_000, responsesFromMs: 30_000 }
    expect(swinging(10_000, usual)).toEqual([
      'The load swings every 10 s, and the time measured is no whole number of swings: rates and response times are biased. A run of 60 s with a warm-up of 10 s measures whole swings.',
    ])
    expect(swinging(10_000, { warmUpMs: 10_000, measuredMs: 50_000, responsesFromMs: 30_000 })).toEqual([])
    // The later half is 4.5 swings.
    const ofHalves = { warmUpMs: 10_000, measuredMs: 80_000, responsesFromMs: 45_000 }
    expect(swinging(10_000, ofHalves)).toEqual([expect.stringContaining('A run of 100 s with a warm-up of 10 s')])
    expect(swinging(0, usual)).toEqual([])
    expect(swinging(10_000, usual, 'closed')).toEqual([])
    expect(swinging(10_000, { warmUpMs: 96_000, measuredMs: 864_000, responsesFromMs: 480_000 })).toEqual([])
  })

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
