import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { chain, edge, flow, node, ONE_A_TICK } from './support/flows.ts'
import { Bench, NOTHING_HAPPENS, scripted, started, tick } from './support/runs.ts'

/** A draw within the share of each type. */
const TYPE_DRAWS = { Read: 0.2, Write: 0.5, Compute: 0.75, Transaction: 0.9 }

const client = node('Client', 'c', ONE_A_TICK)

/** Destinations by type, with `draw` for the choice among equals. */
function destinations(bench: (type: keyof typeof TYPE_DRAWS) => Bench): Record<string, string | null> {
  const types = Object.keys(TYPE_DRAWS) as (keyof typeof TYPE_DRAWS)[]
  return Object.fromEntries(types.map((type) => [type, bench(type).request('c').destinationId]))
}

describe('a new request', () => {
  it.each(Object.entries(TYPE_DRAWS))('[SIM-20] is a %s when the draw falls into its share', (type, draw) => {
    expect(new Bench(chain(), scripted(draw)).request('c').type).toBe(type)
  })

  it('[SIM-20] changes its type exactly at 40, 70 and 85 %', () => {
    const typeAt = (draw: number) => new Bench(chain(), scripted(draw)).request('c').type
    expect([0, 0.3999, 0.4, 0.6999, 0.7001, 0.8499, 0.8501, 0.9999].map(typeAt)).toEqual([
      'Read',
      'Read',
      'Write',
      'Write',
      'Compute',
      'Compute',
      'Transaction',
      'Transaction',
    ])
  })

  it('[SIM-21] has a size by type, with a jitter', () => {
    const sizeAt = (type: keyof typeof TYPE_DRAWS, jitter: number) =>
      new Bench(chain(), scripted(TYPE_DRAWS[type], jitter)).request('c').sizeKB
    expect(sizeAt('Read', 0)).toBeCloseTo(0.56)
    expect(sizeAt('Write', 0.5)).toBeCloseTo(1.5)
    expect(sizeAt('Compute', 0.5)).toBeCloseTo(1)
    expect(sizeAt('Transaction', 0.999999)).toBeCloseTo(2.4)
  })

  it('[SIM-22] goes to the first kind within reach that answers its type', () => {
    const reaching = (...kinds: ('Server' | 'Cache' | 'Database')[]) => {
      const nodes = kinds.map((kind) => node(kind, kind))
      const drawn = flow(
        [client, ...nodes],
        nodes.map(({ id }) => edge('c', id)),
      )
      return destinations((type) => new Bench(drawn, scripted(TYPE_DRAWS[type])))
    }
    expect(reaching('Server', 'Cache', 'Database')).toEqual({
      Read: 'Database',
      Write: 'Database',
      Compute: 'Server',
      Transaction: 'Database',
    })
    expect(reaching('Server', 'Cache')).toEqual({
      Read: 'Cache',
      Write: 'Server',
      Compute: 'Server',
      Transaction: 'Server',
    })
    expect(reaching('Cache')).toEqual({ Read: 'Cache', Write: null, Compute: null, Transaction: null })
    expect(reaching('Database')).toMatchObject({ Compute: 'Database' })
  })

  it('[SIM-853] takes every node of that kind within reach alike', () => {
    const databases = ['d0', 'd1', 'd2'].map((id) => node('Database', id))
    const drawn = flow(
      [client, node('Server', 's'), ...databases, node('Database', 'beyond')],
      [edge('c', 's'), ...databases.map(({ id }) => edge('s', id))],
    )
    const bench = new Bench(drawn, createRng(3))
    const counts = new Map<string | null, number>()
    for (let made = 0; made < 30_000; made += 1) {
      const request = bench.request('c')
      if (request.type === 'Compute') continue
      counts.set(request.destinationId, (counts.get(request.destinationId) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual(['d0', 'd1', 'd2'])
    for (const count of counts.values()) expect(count).toBeGreaterThan(8_000)
  })

  it('[SIM-23] never passes through a client, nor ends at one', () => {
    const drawn = flow(
      [client, node('Server', 's'), node('Client', 'c2', { concurrentUsers: 0 }), node('Database', 'd')],
      [edge('c', 's'), edge('s', 'c2'), edge('c2', 'd')],
    )
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 30)
    expect(run.history().failed).toEqual([])
    expect(new Set(run.history().completed.map(({ path }) => path.join()))).toEqual(new Set(['c,s']))
  })

  it('[SIM-24] has no destination when nothing is within reach', () => {
    const lone = node('Client', 'c', { ...ONE_A_TICK, retryOnError: false })
    const run = tick(started(flow([lone, node('Database', 'd')]), { rng: NOTHING_HAPPENS }), 2)
    expect(run.history().failed).toMatchObject([
      { destinationNodeId: null, path: ['c'], failureReason: 'Next node not found', failedAt: 200 },
    ])
  })

  it('[SIM-25] has an id of its own', () => {
    const run = tick(started(chain({ client: { concurrentUsers: 1000 } })), 40)
    const ids = [...run.requests(), ...run.history().completed, ...run.history().failed].map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(1000)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^req-[0-9a-f]{8}$/)
  })
})
