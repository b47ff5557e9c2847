import type { EventReport, SaturationLimit } from '@plimsoll/event-engine'
import { causeOf } from '@plimsoll/experiments'
import { describe, expect, it } from 'vitest'
import { saturationLines } from '../src/simulate/events/sections.ts'
import { verdict } from '../src/simulate/events/verdict.ts'
import { createPaint } from '../src/simulate/paint.ts'

const SLOTS: SaturationLimit = {
  of: 'node',
  id: 'API',
  limit: 'slots',
  waitsFor: 'Orders',
  load: 0.9,
  atRps: 231,
  isUpperBound: true,
  instances: null,
}

/** The sentences about a report in which the first limit is this one. */
function told(
  limit: SaturationLimit,
  state: EventReport['steadiness']['state'] = 'steady',
  marks: readonly Partial<EventReport['marks'][number]>[] = [],
): string {
  const report = {
    clients: [{ arrived: 1 }],
    objectives: [],
    messages: null,
    marks: marks.map((mark) => ({ recoveryMs: null, ...mark })),
    quality: { unendedShare: 0 },
    figures: { offered: { mean: 208 }, errorRate: { mean: 0 }, response: { mean: { mean: 20 } } },
    steadiness: { state, backlogPerSecond: { mean: 0 }, overloaded: state === 'steady' ? [] : [limit] },
    saturation: { offeredRps: 208, limits: [limit] },
  } as unknown as EventReport
  return verdict({ report, paint: createPaint(false), nameOf: ({ id }) => id }).replace(/\s+/g, ' ')
}

describe('what a report says of the first limit', () => {
  it.each([
    [
      SLOTS,
      'First to saturate is API, whose slots are held while it calls Orders, at most 231 a second: at most 1.11 times',
    ],
    [
      { ...SLOTS, waitsFor: null },
      'First to saturate is API, whose slots are held while it publishes messages, at most',
    ],
    [
      { ...SLOTS, load: 2 },
      'Saturated: API, whose slots are held while it calls Orders, is beyond its limit, which is at most 231',
    ],
    [{ ...SLOTS, limit: 'service' as const, isUpperBound: false }, 'First to saturate is API, at 231 a second: 1.11'],
  ])('[SIM-390] calls an upper bound one: %#', (limit, words) => expect(told(limit)).toContain(words))

  it('[CLI-377] says by what a part saturates', () => {
    const kinds = ['service', 'storage', 'pool', 'line', 'rate'] as const
    expect(kinds.map((limit) => causeOf({ ...SLOTS, limit }, null))).toEqual([
      'service capacity',
      'storage',
      'pool size',
      'bandwidth',
      'rate limit',
    ])
    expect(causeOf(SLOTS, 'Orders')).toBe('slots held while calling Orders')
    expect(causeOf({ ...SLOTS, waitsFor: null }, null)).toBe('slots held while publishing')
  })

  it('[RPT-39] [RPT-23] says at which load each is saturated, and which never are', () => {
    const limits = [
      SLOTS,
      { ...SLOTS, id: 'Orders', limit: 'service', waitsFor: null, load: 0.67, atRps: null, isUpperBound: false },
      { ...SLOTS, id: 'Search', load: 0.5, atRps: null },
    ]
    const report = { saturation: { offeredRps: 208, limits } } as unknown as EventReport
    const lines = saturationLines({ report, paint: createPaint(false), nameOf: ({ id }) => id })
      .split('\n')
      .filter((line) => line.includes('%'))
    for (const [index, at] of ['at ≤ 231 rps', 'never (limit upstream)', 'maybe never'].entries())
      expect(lines[index]?.split(/ {2,}/).slice(3, 5)).toEqual([limits[index]?.id, at])
  })

  it('[CLI-14] says below what no line of 80 columns has room for', () => {
    const waitsFor = 'Order history'
    const limits = [
      { ...SLOTS, waitsFor, instances: { mean: 6, most: 8 } },
      { ...SLOTS, id: 'Orders', waitsFor: null },
    ]
    const report = { saturation: { offeredRps: 208, limits } } as unknown as EventReport
    const lines = saturationLines({ report, paint: createPaint(false), nameOf: ({ id }) => id }).split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    const at = lines[0]?.indexOf('slots') ?? 0
    expect(lines.map((line) => line.slice(at))).toEqual([
      'slots of 8 instances held while',
      'calling Order history',
      'slots held while publishing',
    ])
    expect(lines[1]?.trimStart()).toBe('calling Order history')
  })

  it('[SIM-394] gives no multiple where it may be overloaded', () => {
    expect(told(SLOTS, 'unsettled')).toContain('API may be overloaded: run longer.')
    expect(told(SLOTS, 'unsettled')).not.toContain('times')
  })

  it.each([
    [{ kind: 'outage', fromMs: 0, toMs: null }, false],
    [{ kind: 'breakdowns', fromMs: 0, toMs: null }, false],
    [{ kind: 'slow', fromMs: 10, toMs: null }, false],
    [{ kind: 'slow', fromMs: 0, toMs: 10 }, false],
    [{ kind: 'slow', fromMs: 0, toMs: null }, true],
    [{ kind: 'load', fromMs: 10, toMs: 20 }, true],
  ] as const)('[CLI-375] gives a multiple under %j: %s', (mark, isGiven) => {
    const text = told(SLOTS, 'steady', [mark])
    expect(text.includes('times this load')).toBe(isGiven)
    expect(text.includes('at most 231 a second without the faults that are set.')).toBe(!isGiven)
  })
})
