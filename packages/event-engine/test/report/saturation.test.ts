import { describe, expect, it } from 'vitest'
import type { Scaling } from '../../src/model.ts'
import type { RunOutcome } from '../../src/outcome.ts'
import { leftInstances } from '../../src/report/saturation.ts'
import { type MadeLink, madeModel, madeReport } from './made.ts'

const chain = (...links: readonly Partial<MadeLink>[]): readonly MadeLink[] =>
  links.map((link, index) => ({ source: index, target: index + 1, ...link }))
const pool = (size: number) => ({
  size,
  kept: size,
  openMs: 0,
  queue: Number.POSITIVE_INFINITY,
  holdMs: 0,
  isAtTarget: false,
  groups: 1,
  isByUser: false,
  followsTarget: false,
  expiryMs: Number.POSITIVE_INFINITY,
})

describe('what saturates first', () => {
  it('[SIM-315] is what has the least slots for its work, at the load of the utilisation law', () => {
    const nodes = [
      { serviceMs: 2, slots: 1 },
      { serviceMs: 50, slots: 8 },
      { serviceMs: 5, slots: 1 },
    ]
    const links = chain({ holds: false }, { holds: false }, { holds: false })
    const { limits, offeredRps } = madeReport(madeModel({ nodes, links, rps: 120 })).saturation
    expect(offeredRps).toBe(120)
    expect(limits.map(({ id }) => id)).toEqual(['node-2', 'node-3', 'node-1'])
    expect(limits.map(({ load }) => load)).toEqual([0.75, 0.6, 0.24].map((load) => expect.closeTo(load, 2)))
    expect(limits[0]?.atRps).toBeCloseTo(160, 0)
  })

  it.each([20, 30, 60])(
    '[SIM-954] [SIM-955] is a slow database, not the server whose slots wait for it, at %d rps',
    (rps) => {
      const nodes = [
        { serviceMs: 5, slots: 8 },
        { serviceMs: 50, slots: 1 },
      ]
      const { saturation } = madeReport(madeModel({ nodes, links: chain({}, {}), rps }))
      expect(saturation.limits[0]).toMatchObject({ of: 'node', id: 'node-2', limit: 'service' })
      expect(saturation.limits[0]?.atRps).toBeCloseTo(20, 0)
      expect(saturation.limits[1]).toMatchObject({ id: 'node-1', limit: 'slots', waitsFor: 'node-2' })
    },
  )

  it('[SIM-315] [SIM-955] is a pool that is held for slow queries, before the server', () => {
    const nodes = [
      { serviceMs: 10, slots: 24 },
      { serviceMs: 80, slots: 100 },
    ]
    const { saturation, steadiness } = madeReport(madeModel({ nodes, links: chain({}, { pool: pool(8) }), rps: 120 }))
    expect(saturation.limits[0]).toMatchObject({
      of: 'edge',
      id: 'link-1',
      limit: 'pool',
      load: expect.closeTo(1.2, 1),
    })
    expect(steadiness.overloaded.map(({ id }) => id)).toEqual(['link-1'])
  })

  it('[SIM-315] is a connection for as long as a call takes, a consumer for as long as it works', () => {
    const loadOf = (isAtTarget: boolean) => {
      const links = chain({ holds: false, latencyMs: 100, pool: { ...pool(10), isAtTarget } })
      const model = madeModel({ nodes: [{ serviceMs: 50, slots: 100 }], links, rps: 50 })
      return madeReport(model).saturation.limits.find(({ limit }) => limit === 'pool')?.load
    }
    expect(loadOf(true)).toBeCloseTo((50 * 0.05) / 10, 1)
    expect(loadOf(false)).toBeGreaterThan((50 * 0.15) / 10 - 0.02)
  })

  it('[SIM-315] are slots that calls take, with who takes them', () => {
    const nodes = [
      { serviceMs: 1, slots: 8 },
      { serviceMs: 50, slots: 16 },
    ]
    const [first] = madeReport(madeModel({ nodes, links: chain({}, { latencyMs: 7 }), rps: 60 })).saturation.limits
    expect(first).toMatchObject({ id: 'node-1', limit: 'slots', waitsFor: 'node-2' })
    expect(first?.atRps).toBeCloseTo(8000 / 65, 0)
  })

  it('[SIM-1087] is the room for requests where it is less than the slots', () => {
    const nodes = [{ serviceMs: 500, slots: Number.POSITIVE_INFINITY, admission: 10 }]
    const { saturation, steadiness } = madeReport(madeModel({ nodes, links: chain({}), rps: 50 }))
    expect(saturation.limits[0]).toMatchObject({ id: 'node-1', limit: 'service', atRps: expect.closeTo(20, 0) })
    expect(steadiness.state).toBe('steady')
  })

  it('[SIM-1087] is the room for calls that hold it, of a component without slots', () => {
    const nodes = [
      { serviceMs: 1, slots: Number.POSITIVE_INFINITY, admission: 8 },
      { serviceMs: 50, slots: 16 },
    ]
    const [first] = madeReport(madeModel({ nodes, links: chain({}, { latencyMs: 7 }), rps: 60 })).saturation.limits
    expect(first).toMatchObject({ id: 'node-1', limit: 'slots', waitsFor: 'node-2' })
    expect(first?.atRps).toBeCloseTo(8000 / 65, 0)
  })

  it('[SIM-315] is a line, or a rate that is set', () => {
    const nodes = [{ serviceMs: 1, slots: 8 }]
    const line = madeModel({ nodes, links: chain({ requestLineMs: 9 }), rps: 100 })
    expect(madeReport(line).saturation.limits[0]).toMatchObject({
      id: 'link-0',
      limit: 'line',
      load: expect.closeTo(0.9, 1),
    })
    const bucket = { perSecond: 50, burst: 50, reason: 'Rate limited' }
    const limited = madeReport(madeModel({ nodes, links: chain({ limits: [bucket] }), rps: 100 }))
    expect(limited.saturation.limits[0]).toMatchObject({ id: 'link-0', limit: 'rate', atRps: expect.closeTo(50, 0) })
    expect(limited.steadiness.state).toBe('steady')
    expect(limited.figures.accepted?.mean).toBeCloseTo(limited.figures.goodput?.mean ?? 0, 0)
    expect(limited.figures.accepted?.mean).toBeLessThan(55)
  })

  it('[SIM-956] does not count the retries that the load itself brings', () => {
    const retry = { waitsMs: [10, 10, 10], jitter: 'none' as const }
    const impatient = chain({ timeoutMs: 100, retry })
    const { saturation, figures } = madeReport(madeModel({ nodes: [{ serviceMs: 12 }], links: impatient, rps: 100 }))
    expect(figures.amplification?.mean).toBeGreaterThan(2)
    expect(saturation.limits[0]?.atRps).toBeCloseTo(1000 / 12, -1)
  })

  const retry = { waitsMs: [10, 10, 10], jitter: 'none' as const }
  const narrow = { serviceMs: 12, admission: 10 }
  const limited = { serviceMs: 1, slots: 8, limits: [{ perSecond: 50, burst: 50, reason: 'Rate limited' }] }
  it.each([
    ['by a queue', [narrow], chain({ retry }), 1000 / 12],
    ['by a limit', [limited], chain({ retry }), 50],
    ['behind others', [{ serviceMs: 1, slots: 100 }, narrow], chain({ retry }, {}), 1000 / 12],
  ] as const)('[SIM-956] does not count the retries of what is turned away %s', (_, nodes, links, atRps) => {
    const { saturation, figures } = madeReport(madeModel({ nodes, links, rps: 200 }))
    expect(figures.amplification?.mean).toBeGreaterThan(1.5)
    expect(saturation.limits[0]?.id).toBe(`node-${nodes.length}`)
    expect(Math.abs((saturation.limits[0]?.atRps ?? 0) / atRps - 1)).toBeLessThan(0.03)
  })

  it('[SIM-956] counts the retries of what fails at any load', () => {
    const nodes = [{ serviceMs: 12, failureProbability: 0.5 }]
    const { saturation } = madeReport(madeModel({ nodes, links: chain({ retry }), rps: 20 }))
    // 1 + 1/2 + 1/4 + 1/8 calls for each first one.
    expect(Math.abs((saturation.limits[0]?.atRps ?? 0) / (1000 / 12 / 1.875) - 1)).toBeLessThan(0.05)
  })
})

it('[SIM-1050] tells that auto-scaling has left the instances, whatever the last bits of their mean are', () => {
  const left = (meanInstances: number, measuredMs = 30_000) =>
    leftInstances([{ nodes: [{ meanInstances }], measuredMs } as unknown as RunOutcome], 0, {
      syncMs: 15_000,
    } as Scaling)
  expect([left(3), left(3 - 2e-15), left(3 + 2e-15)]).toEqual([3, 3, 3])
  expect([left(3.001), left(3, 29_999)]).toEqual([null, null])
})
