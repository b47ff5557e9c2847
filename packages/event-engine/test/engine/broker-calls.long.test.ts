import { expect, it } from 'vitest'
import { client, type Drawn, edge, reportOf, server } from '../controls/saved-flow.ts'

/** Seven a second of each priority, over connections of their own to one server that does twenty. */
const bySync = (communicationPattern: string): Drawn => {
  const over = (source: string, messagePriority: string) =>
    edge(
      source,
      's',
      {
        ...{ communicationPattern, messagePriority, deliveryGuarantee: 'At-Most-Once', partitioning: true },
        ...{ averageRequestSizeKB: 0.001, maxQueueSizeMB: 1e6, messageExpirationMs: 1e9 },
      },
      'amqp',
    )
  return {
    nodes: [
      client('a', { concurrentUsers: 7 }),
      client('b', { concurrentUsers: 7 }),
      ...['x', 'y'].map((id) => server(id, { averageProcessingTime: 1 })),
      server('s', { cpuCores: 1, concurrencyModel: 'Single-Threaded', averageProcessingTime: 50 }),
    ],
    edges: [edge('a', 'x'), edge('b', 'y'), over('x', 'High'), over('y', 'Low')],
    simulation: { arrivals: 'open', service: 'exp', durationS: 1000 },
  }
}

it.each(['Sync', 'Request-Reply'])('[SIM-1031] calls over a broker are delivered by priority: %s', (pattern) => {
  const { clients, figures } = reportOf(bySync(pattern), 4)
  const high = clients.find(({ id }) => id === 'a')?.response.mean
  const all = figures.response.mean
  // Cobham: 50 + 35 / 0.65 and 50 + 35 / (0.65 × 0.3), and 10 of clients and servers.
  for (const [measured, ms] of [
    [high, 114],
    [all, (114 + 239) / 2],
  ] as const) {
    expect(measured?.lower).toBeLessThan(ms)
    expect(measured?.upper).toBeGreaterThan(ms)
  }
})
