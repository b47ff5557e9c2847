import type { Flow } from '@plimsoll/flow'
import { spreadOf } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { compareDesigns, pageOfComparison, planOf, simulateDesign } from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

const shop = (serviceMs: number, simulation = {}) =>
  flowOf([client('c', 50), station('s', 1, serviceMs)], [call('c', 's')], {
    durationS: 40,
    replications: 12,
    ...simulation,
  })

const compare = (a: Flow, b: Flow) =>
  compareDesigns({
    a: { name: 'A', flow: a, plan: planOf(a).plan },
    b: { name: 'B', flow: b, plan: planOf(b).plan },
    pool: poolHere(),
  })

describe('two designs', () => {
  it('[EXP-20] [EXP-308] [EXP-309] are simulated with the same random numbers', async () => {
    const { paired, sentence, seeds, differences } = await compare(shop(10), shop(10))
    expect(paired.p95).toMatchObject({ difference: 0, lower: 0, upper: 0 })
    expect(sentence).toBe('No difference can be seen.')
    expect(seeds).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(differences).toEqual([])
  })

  it('[EXP-307] [EXP-308] [EXP-309] differ by what the intervals show', async () => {
    const { paired, sentence, differences, b } = await compare(shop(10), shop(12, { objectives: ['p95<1s'] }))
    const { mean } = paired
    expect((mean?.b ?? 0) - (mean?.a ?? 0)).toBeCloseTo(mean?.difference ?? 0, 9)
    // M/M/1: 20 ms and 30 ms.
    expect(mean?.lower).toBeGreaterThan(7)
    expect(mean?.upper).toBeLessThan(13)
    expect(sentence).toMatch(/^With B p9[59] is [\d.]+ ± [\d.]+ ms higher(, of p99 no difference can be seen)?\.$/)
    expect(differences).toEqual([
      expect.objectContaining({ a: expect.stringContaining('10'), b: expect.stringContaining('12') }),
    ])
    expect(b.objectives[0]).toMatchObject({ metric: 'p95' })
  })

  it('[EXP-349] have the results of the same objective side by side', async () => {
    const [one, other] = [{ objectives: ['p95<1ms', 'errorRate<1%'] }, { objectives: ['errorRate<1%', 'p95<1s'] }]
    const { tables } = pageOfComparison(await compare(shop(10, one), shop(10, other)))
    const texts = tables[0]?.rows.map((row) => row.slice(0, 3).map((cell) => (cell as { text?: string })?.text ?? cell))
    expect(texts).toEqual([
      ['errorRate < 1 %', 'met', 'met'],
      ['p95 < 1,000 ms', null, 'met'],
      ['p95 < 1 ms', 'missed', null],
    ])
  })

  it('[EXP-397] [EXP-394] differ by no place on the canvas, and by the kind alone where that is another', async () => {
    const a = shop(10)
    const b: Flow = {
      ...flowOf([client('c', 50), station('s', 1, 10), client('d', 1)], [call('c', 's'), call('d', 's')]),
      simulation: a.simulation ?? {},
    }
    const away = { ...b, nodes: b.nodes.map((node) => ({ ...node, position: { x: 700, y: 9 } })) }
    const { differences } = await compare(a, away)
    expect(differences).toEqual([
      { part: 'Client: d', what: '', a: 'not there', b: 'there' },
      { part: expect.stringContaining('d to s'), what: '', a: 'not there', b: 'there' },
    ])
    const ofKind = (node: Flow['nodes'][number]) => (node.id === 's' ? { ...node, type: 'Cache' as const } : node)
    const kinds = await compare(a, { ...a, nodes: a.nodes.map(ofKind) })
    expect(kinds.differences).toEqual([{ part: 'Cache: s', what: 'Kind', a: 'Server', b: 'Cache' }])
  })

  it('[EXP-396] differ by the components of a group', async () => {
    const grouped = (x: number): Flow => ({
      ...shop(10),
      nodes: shop(10).nodes.map((node) => (node.id === 's' ? { ...node, position: { x, y: 50 } } : node)),
      groups: [{ id: 'z', label: 'Zone', position: { x: 0, y: 0 }, width: 500, height: 300 }],
    })
    const { differences } = await compare(grouped(100), grouped(900))
    expect(differences).toEqual([{ part: 'Server: s', what: 'In group Zone', a: 'yes', b: 'no' }])
    expect((await compare(grouped(100), grouped(120))).differences).toEqual([])
  })

  it('[EXP-350] say nothing by a single pair', async () => {
    const { sentence } = await compare(shop(10, { replications: 1 }), shop(12, { replications: 1 }))
    expect(sentence).toMatch(/^One pair of runs tells nothing about a difference/)
  })

  it('[EXP-20] grow until both are known', { timeout: 60_000 }, async () => {
    const grown = { durationS: undefined, replications: undefined }
    const { durationMs, seeds, paired } = await compare(shop(2, grown), shop(3, grown))
    expect(durationMs).toBeGreaterThanOrEqual(60_000)
    expect(seeds).toHaveLength(20)
    expect(paired.p99?.difference).toBeGreaterThan(0)
  })

  it('[EXP-21] have an interval of at most a third of that of independent runs', async () => {
    const { paired } = await compare(shop(10), shop(9.5))
    const together = ((paired.mean?.upper ?? 0) - (paired.mean?.lower ?? 0)) / 2
    expect(together).toBeGreaterThan(0)
    expect(paired.mean?.upper).toBeLessThan(0)
    const [a, b] = await Promise.all([halfWidthOf(shop(10), 1), halfWidthOf(shop(9.5), 1001)])
    // The difference of independent means varies as both together do.
    expect(together).toBeLessThan(Math.hypot(a, b) / 3)
  })
})

/** Of the mean response time over replications from a seed on. */
async function halfWidthOf(flow: Flow, seed: number): Promise<number> {
  const simulated = await simulateDesign({ name: 'one', flow, plan: { ...planOf(flow).plan, seed }, pool: poolHere() })
  if (!simulated?.ok) throw new Error('The design is not simulated.')
  const means = simulated.report.replications.map(({ response }) => response.mean ?? Number.NaN)
  return spreadOf(means).halfWidth ?? Number.NaN
}
