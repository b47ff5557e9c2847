import type { EventReport } from '@plimsoll/event-engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Bars, pageOfReport } from '../src/index.ts'
import { flowOf, simulated } from './simulated.ts'

describe('the bars of a report', () => {
  let report: EventReport
  let time: Bars | undefined
  let slowest: readonly Bars[]
  beforeAll(async () => {
    report = await simulated(
      flowOf(
        { Web: ['Client', { concurrentUsers: 40 }], API: ['Server', { failureProbability: 0.3 }], DB: ['Database'] },
        [
          ['Web', 'API'],
          ['API', 'DB', 'database'],
        ],
        { durationS: 200, replications: 3 },
      ),
    )
    const page = pageOfReport(report, null)
    time = page.bars?.[0]
    slowest = page.traces ?? []
  })

  it('[RPT-5] stack network, waiting and service of each part, the greatest first', () => {
    const { hops, otherMs } = report.timeSpent
    const lengths = (time?.rows ?? []).map(({ segments }) => segments.at(-1)?.to ?? 0)
    const shown = hops.filter(({ share }) => share >= 0.005)
    expect(shown.length).toBeGreaterThan(1)
    expect(time?.rows.map(({ part }) => part)).toEqual([
      ...shown.map(({ of, id }) => ({ of, id })),
      ...(otherMs > 0 ? [null] : []),
    ])
    for (const [index, { waitingMs, serviceMs, networkMs }] of shown.entries())
      expect(lengths[index]).toBeCloseTo(waitingMs + serviceMs + networkMs, 9)
    expect(time?.end).toBe(Math.max(...lengths))
  })

  it('[RPT-25] say of which time the mean response is, where another is reported', () => {
    const title = (quality: Partial<EventReport['quality']>) =>
      pageOfReport({ ...report, quality: { ...report.quality, ...quality } }, null).bars?.[0]?.title
    expect(title({ warmUpMs: 20_000, responsesFromMs: 20_000 })).toMatch(/^Where the mean response of [\d.,]+ ms goes$/)
    expect(title({ warmUpMs: 20_000, responsesFromMs: 100_000 })).toMatch(/ ms goes, from 20 s on$/)
    expect(title({ warmUpMs: 0, responsesFromMs: 100_000 })).toMatch(/ ms goes, over the whole run$/)
  })

  it('[RPT-14] show no time where no mean is reported', () => {
    const unknown = { ...report, timeSpent: { meanMs: null, per: 'request' as const, hops: [], otherMs: 0 } }
    expect(pageOfReport(unknown, null).bars).toEqual([])
  })

  it('[SIM-978] are of a visit where calls were given up', () => {
    const given = { ...report, timeSpent: { ...report.timeSpent, per: 'visit' as const, otherMs: 0 } }
    const page = pageOfReport(given, null)
    expect(page.bars?.[0]?.title).toBe('Where the time of a visit or a call goes')
    expect(page.bars?.[0]?.rows.map(({ name }) => name)).not.toContain('Between the calls')
    expect(page.tables.map(({ title }) => title)).toContain('Where the time goes, per visit or call')
  })

  it('[RPT-6] show the five slowest requests, visit by visit', () => {
    expect(slowest).toHaveLength(5)
    for (const [index, { rows, end }] of slowest.entries()) {
      const { spans, responseMs } = report.traces[index] ?? { spans: [], responseMs: 0 }
      expect(rows.map(({ depth }) => depth)).toEqual(spans.map(({ depth }) => depth))
      expect(end).toBeGreaterThanOrEqual(responseMs)
      for (const [row, { segments }] of rows.entries()) {
        expect(segments.at(0)?.from).toBe(spans[row]?.calledMs)
        expect(segments.at(-1)?.to).toBe(spans[row]?.repliedMs)
      }
    }
  })

  it('[RPT-6] say why a visit failed', () => {
    const failed = report.traces.flatMap(({ spans }) => spans).filter(({ outcome }) => outcome !== 'ok')
    expect(failed.length).toBeGreaterThan(0)
    const texts = slowest.flatMap(({ rows }) => rows.map(({ text }) => text))
    expect(texts.some((text) => text.endsWith(`: ${failed[0]?.outcome}`))).toBe(true)
  })

  it('[RPT-7] have their figures as text', () => {
    expect(time?.rows[0]?.text).toMatch(/^[\d.,]+ ms, \d+ %$/)
    expect(slowest[0]?.rows[0]?.text).toMatch(/^[\d.,]+ ms from 0 ms on/)
  })
})
