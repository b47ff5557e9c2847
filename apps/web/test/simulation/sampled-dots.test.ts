import type { LiveSnapshot } from '@plimsoll/live-engine'
import { describe, expect, it } from 'vitest'
import { createSampledDots } from '../../src/features/editor/painters/dots/sampled-dots.ts'

const EDGES = ['a', 'b']
const FRAME_MS = 1000 / 60
const REPORT_MS = 40

/** What the engine tells at `elapsed`: as many dots as it shows, of all ages. */
const reportAt = (elapsed: number, edges = EDGES, count = 100) =>
  ({
    elapsedTime: elapsed,
    edges,
    dots: {
      count,
      id: Uint32Array.from({ length: count }, (_, index) => elapsed + index),
      edge: Uint32Array.from({ length: count }, (_, index) => index % edges.length),
      startedAt: Float64Array.from({ length: count }, (_, index) => elapsed - 100 * (index % 5)),
      retries: Uint8Array.from({ length: count }, (_, index) => index % 3),
    },
  }) as unknown as LiveSnapshot

/** Runs at 20 times the time of the wall, 60 frames and 25 reports a second; how many dots each frame holds. */
function watch(sampled: ReturnType<typeof createSampledDots>, wallMs: number): number[] {
  const counts: number[] = []
  let reported = 0
  for (let now = 0; now < wallMs; now += FRAME_MS) {
    while (reported * REPORT_MS <= now) sampled.take(reportAt(++reported * REPORT_MS * 20))
    const time = sampled.read(now)
    const { count, startedAt } = sampled.dots
    counts.push(startedAt.subarray(0, count).filter((since) => time - since < 500).length)
  }
  return counts
}

describe('dots of a fast run', () => {
  it('[RUN-349] [RUN-350] come in a steady stream and are never more than the engine shows', () => {
    const settled = watch(createSampledDots(), 3000).slice(30)
    expect(Math.max(...settled)).toBeLessThanOrEqual(100)
    expect(Math.min(...settled)).toBeGreaterThan(60)
  })

  it('[RUN-72] take a quarter of a second of wall time over their edge', () => {
    const sampled = createSampledDots()
    sampled.take(reportAt(1000))
    const since = sampled.dots.startedAt[0] ?? 0
    sampled.read(0)
    for (let now = 0; now <= 250; now += 10) sampled.read(now)
    expect(sampled.shown - since).toBeCloseTo(500)
  })

  it('[RUN-351] are the requests that started since the last report, each once', () => {
    const sampled = createSampledDots()
    sampled.take(reportAt(100_000))
    const { count } = sampled.dots
    sampled.read(0)
    sampled.read(20)
    sampled.take(reportAt(100_000))
    expect(sampled.dots.count).toBe(count)
  })

  it('[RUN-351] keep the retries and edges of their requests', () => {
    const sampled = createSampledDots()
    const report = reportAt(1000)
    sampled.take(report)
    const { count, id, edge, retries } = sampled.dots
    expect(count).toBeGreaterThan(0)
    for (let i = 0; i < count; i += 1) {
      const from = report.dots.id.indexOf(id[i] ?? -1)
      expect([edge[i], retries[i]]).toEqual([report.dots.edge[from], report.dots.retries[from]])
    }
  })

  it('[RUN-25] stand still while paused, and are removed when the edges change', () => {
    const sampled = createSampledDots()
    sampled.take(reportAt(1000))
    sampled.read(0)
    const before = sampled.read(16)
    sampled.hold()
    expect(sampled.read(60_000)).toBe(before)
    sampled.take(reportAt(1100, ['c'], 0))
    expect(sampled.dots.count).toBe(0)
  })
})
