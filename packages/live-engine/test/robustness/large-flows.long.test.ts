import { describe, expect, it } from 'vitest'
import { isFullSize, sized } from '../../../../tooling/lib/test-size.ts'
import { findBreaches } from '../support/invariants.ts'
import { complete, layers, line, star } from './large-flows.ts'
import { measured } from './size.ts'
import { timeTicks } from './tick-times.ts'

const NODES = sized({ full: 10_000, small: 1_000 })
const TICKS = sized({ full: 300, small: 30 })
/** Half of the time that a tick has. */
const MOST_MS = 50

describe('large flows', { timeout: 3_600_000 }, () => {
  it.for([
    ['a star', () => star(NODES)],
    ['a line', () => line(NODES)],
    ['layers', () => layers(NODES)],
    ['every two of 150 joined', () => complete(150)],
  ] as const)('[REL-SI3] %s', ([name, make], { task }) => {
    const flow = make()
    const { run, last, firstMs, medianMs, p99Ms } = timeTicks(flow, { ticks: TICKS })
    const size = `${flow.nodes.length} nodes, ${flow.edges.length} connections, ${last.activeRequests} under way`
    const times = [firstMs, medianMs, p99Ms].map((ms) => ms.toFixed(1))
    measured(task, `${name}: ${size}; first tick ${times[0]}, median ${times[1]}, p99 ${times[2]} ms`)
    expect(findBreaches(run)).toEqual([])
    expect(last.createdRequests).toBeGreaterThan(100)
    if (isFullSize) expect(p99Ms).toBeLessThanOrEqual(MOST_MS)
  })
})
