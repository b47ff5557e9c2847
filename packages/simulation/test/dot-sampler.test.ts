import { describe, expect, it } from 'vitest'
import { DotSampler } from '../src/running/dot-sampler.ts'

const EDGES = ['often', 'seldom', 'rarely']
/** Crossings per second of each. */
const RATES = [8000, 400, 40]

/** The dots that set out on each edge, and the most shown at a time, over so many seconds of crossings at even distances. */
function shown(sampler: DotSampler, seconds: number, rates: readonly number[] = RATES) {
  const started = rates.map(() => new Set<number>())
  let most = 0
  for (let ms = 0; ms < seconds * 1000; ms += 1) {
    for (const [edge, rate] of rates.entries()) {
      const [before, now] = [Math.floor((ms * rate) / 1000), Math.floor(((ms + 1) * rate) / 1000)]
      for (let crossing = before; crossing < now; crossing += 1) sampler.crossed(edge, ms, 20, crossing)
    }
    if (ms % 40 !== 0) continue
    const { count, id, edge } = sampler.list(ms)
    most = Math.max(most, count)
    for (let dot = 0; dot < count; dot += 1) started[edge[dot] ?? 0]?.add(id[dot] ?? -1)
  }
  return { started: started.map(({ size }) => size), most }
}

describe('sampled dots', () => {
  it('[RUN-360] shows every crossing where there are few', () => {
    expect(shown(new DotSampler(EDGES, 100), 10, [50, 10, 1]).started).toEqual(
      [500, 100, 10].map((count) => expect.closeTo(count, -0.7)),
    )
  })

  it('[RUN-361] gives every connection the same share of dots', () => {
    const { started } = shown(new DotSampler(EDGES, 8440), 60)
    const shares = started.map((dots, edge) => dots / ((RATES[edge] ?? 0) * 60))
    for (const share of shares) expect(share).toBeCloseTo(shares[0] ?? 0, 2)
  })

  it('[RUN-362] shows at most so many at a time as are set', () => {
    const sampler = new DotSampler(EDGES, 10)
    sampler.watch({ speed: 1, most: 300 })
    const { most } = shown(sampler, 5)
    expect(most).toBeLessThanOrEqual(300)
    expect(most).toBeGreaterThan(150)
  })

  it('[RUN-363] shows a dot for 500 ms of the watched time, and longer where its request takes longer', () => {
    const sampler = new DotSampler(EDGES, 1)
    sampler.crossed(1, 0, 20, 0)
    sampler.crossed(1, 0, 800, 0)
    sampler.watch({ speed: 20, most: 100 })
    sampler.crossed(1, 0, 800, 0)
    expect([...sampler.list(0).shownMs]).toEqual([500, 800, 10_000])
  })

  it('[RUN-364] keeps the dots of connections that stay when the diagram changes', () => {
    const sampler = new DotSampler(EDGES, 1)
    for (const edge of [0, 1, 2, 1, 2]) sampler.crossed(edge, 0, 20, 0)
    const before = sampler.list(1)
    sampler.follow(['new', 'rarely'])
    const { edge, id } = sampler.list(1)
    expect([...edge].every((index) => index === 1)).toBe(true)
    expect([...id]).toEqual([...before.id].filter((_, dot) => before.edge[dot] === 2))
  })
})
