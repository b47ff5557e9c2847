import { describe, expect, it } from 'vitest'
import { startEditedRun } from '../../src/edited-run.ts'
import { balancer, client, type Drawn, database, edge, saved, server } from '../controls/saved-flow.ts'

/** Runs until `untilMs`, with edits at their times. */
function edited(drawn: Drawn, edits: readonly (readonly [number, Drawn])[], untilMs: number) {
  const started = startEditedRun({ flow: saved(drawn), seed: 1, durationMs: 60_000 })
  if (!started.ok) throw new Error(JSON.stringify(started.faults))
  const { run } = started
  for (const [atMs, next] of edits) {
    run.advance(atMs)
    expect(run.apply(saved(next))).toEqual([])
  }
  run.advance(untilMs)
  return run.outcome()
}

describe('an edit of connections', () => {
  /** One request, whose query fails and is tried again every 2 s. */
  const retrying: Drawn = {
    nodes: [client('c', { concurrentUsers: 1, thinkTimeBetweenRequests: 1000 }), server('s'), database('d')],
    edges: [
      edge('c', 's'),
      edge(
        's',
        'd',
        { failureProbability: 1, retryEnabled: true, retryStrategy: 'Constant', retryIntervalMs: 2000, maxRetries: 3 },
        'database',
      ),
    ],
  }

  it('[SIM-467] fails a call that waits to be tried again when its turn comes, once and for good', () => {
    const cut = { ...retrying, edges: retrying.edges.slice(0, 1) }
    // The query of the first request fails at 1,027 ms and is tried again at 3,027 ms; what returns goes on counting.
    const { requests, links } = edited(
      retrying,
      [
        [1500, cut],
        [10_000, retrying],
      ],
      10_005,
    )
    expect(requests.reasons).toEqual({ 'Next edge not found': 1 })
    expect(links[1]).toMatchObject({ attempts: 2, retries: 1 })
  })

  it('[SIM-464] ejects targets from the time on that it is told to', () => {
    const even = (outlierEjection: boolean): Drawn => ({
      nodes: [client('c'), balancer('b'), server('good'), server('bad')],
      edges: [edge('c', 'b'), edge('b', 'good'), edge('b', 'bad', { failureProbability: 1 })],
      simulation: { outlierEjection },
    })
    const { requests } = edited(even(false), [[10_050, even(true)]], 30_050)
    // Every other one of a hundred fails, then five in a row, which takes the target out for 30 s.
    expect(requests.failed).toBe(50 + 5)
  })
})
