import { describe, expect, it } from 'vitest'
import { cache, client, type Drawn, database, edge, reportOf, server } from '../controls/saved-flow.ts'

/** An API of four slots and 5 ms in front of a cache of 1 ms, behind which a database of 20 ms follows with the writes. */
const behind = (rps: number, requestMix: Readonly<Record<string, number>>): Drawn => ({
  nodes: [
    client('c', { concurrentUsers: rps }),
    server('api', { cpuCores: 4, averageProcessingTime: 5 }),
    cache('k', { writePolicy: 'Write-Behind', expectedHitRate: 0.5 }),
    database('d', { averageLatency: 20 }),
  ],
  edges: [edge('c', 'api'), edge('api', 'k'), edge('k', 'd', {}, 'database')],
  simulation: { arrivals: 'open', requestMix, durationS: 60 },
})

const limitOf = ({ saturation }: ReturnType<typeof reportOf>) => saturation.limits.find(({ id }) => id === 'api')
const hopOf = ({ timeSpent }: ReturnType<typeof reportOf>, id: string) => timeSpent.hops.find((hop) => hop.id === id)

describe('calls in the background', () => {
  it('[SIM-975] hold no slot, and take no time of the response', () => {
    const report = reportOf(behind(300, { Write: 1 }))
    // 5 ms and 1 ms at the cache.
    expect(limitOf(report)).toMatchObject({ limit: 'slots', waitsFor: 'k', atRps: expect.closeTo(4000 / 6, 0) })
    expect(report.steadiness.state).toBe('steady')
    expect(hopOf(report, 'd')).toBeUndefined()
    expect(report.timeSpent.otherMs).toBeLessThan(0.5)
  })

  it('[SIM-975] are told from those over the same connection that are waited for', () => {
    const report = reportOf(behind(100, { Read: 1, Write: 1 }))
    // A quarter of the requests are reads that the cache does not have: 5 ms of the 20 on average.
    expect(Math.abs((limitOf(report)?.atRps ?? 0) - 4000 / 11)).toBeLessThan(4)
    expect(Math.abs((hopOf(report, 'd')?.serviceMs ?? 0) - 5)).toBeLessThan(0.15)
    expect(report.timeSpent.otherMs).toBeLessThan(0.5)
  })

  it('[SIM-1146] that take other times make where the time goes be told of a visit', () => {
    const drawn = behind(100, { Read: 45, Write: 55 })
    // Writes queue at the primary, reads find three copies.
    const replicated = { replication: true, replicationType: 'Master-Slave', replicationFactor: 3 }
    const nodes = [...drawn.nodes.slice(0, -1), database('d', { averageLatency: 9, maxConnections: 1, ...replicated })]
    const report = reportOf({ ...drawn, nodes, simulation: { ...drawn.simulation, service: 'exp', durationS: 300 } })
    expect(report.timeSpent).toMatchObject({ per: 'visit', otherMs: 0 })
    expect(hopOf(report, 'd')?.waitingMs).toBeCloseTo(report.nodes.find(({ id }) => id === 'd')?.waitMs?.mean ?? 0, 0)
    expect(report.warnings.map(({ text }) => text).join()).toContain('calls were made that nobody waits for')
  })
})

it('[CLI-376] the hit rate of a cache is that of the reads', () => {
  const { nodes } = reportOf(behind(100, { Read: 1, Write: 1 }))
  const [hitRate] = nodes.flatMap((node) => node.hitRate ?? [])
  // Of 30,000 requests half are reads: the standard error is 0.004.
  expect(Math.abs((hitRate?.mean ?? 0) - 0.5)).toBeLessThan(0.016)
})
