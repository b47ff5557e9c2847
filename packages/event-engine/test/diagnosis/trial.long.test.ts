import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { comparedWindow, tryChanges } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { createEventSimulation } from '../../src/running/event-simulation.ts'

const position = { x: 0, y: 0 }
const withInstances = (instances: number): Flow => ({
  nodes: [
    createNode('Client', { id: 'c', position, settings: { concurrentUsers: 900 } }),
    createNode('Server', { id: 's', position, settings: { instances, maxConcurrentRequests: 4 } }),
  ],
  edges: [createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })],
})
const withConsumers = (instances: number): Flow => ({
  nodes: [
    createNode('Client', { id: 'c', position, settings: { concurrentUsers: 300 } }),
    createNode('Server', { id: 's', position }),
    createNode('Server', { id: 'w', position, settings: { instances, cpuCores: 1 } }),
  ],
  edges: [
    createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } }),
    createEdge('amqp', { id: 'm', ends: { source: 's', target: 'w' } }),
  ],
})
const open = (flow: Flow) => createEventSimulation({ flow, seed: 1 })
const trialWithin = (looks: number) => {
  let left = looks
  return tryChanges({ flow: withInstances(1), changed: withInstances(20), open, isTimeUp: () => --left < 0 })
}

describe('the trial of a proposal', () => {
  it('[RUN-511] compares the last ten of thirty seconds of two runs, to the same figures each time', () => {
    const trial = trialWithin(Number.POSITIVE_INFINITY)
    expect(trial?.untilS).toBe(30)
    expect(trial?.without.spanMs).toBe(10_000)
    expect(trial?.withChanges.completed).toBeGreaterThan(trial?.without.completed ?? 0)
    expect(trialWithin(Number.POSITIVE_INFINITY)).toEqual(trial)
    const alone = open(withInstances(1))
    while (alone.advance(30_000, { events: 10_000 }) === 'budget');
    expect(trial?.without).toEqual(comparedWindow(alone.snapshot()))
  })

  it('[RUN-782] tells how many messages wait, which the requests do not show', () => {
    const [flow, changed] = [withConsumers(1), withConsumers(50)]
    const trial = tryChanges({ flow, changed, open, isTimeUp: () => false })
    expect(trial?.withChanges.completed).toBeCloseTo(trial?.without.completed ?? 0, -2)
    expect(trial?.without.waiting).toBeGreaterThan(1000)
    expect(trial?.withChanges.waiting).toBeLessThan(100)
  })

  it('[RUN-727] takes what both reached in time, and nothing where that is too little', () => {
    const reached = Array.from({ length: 12 }, (_, index) => trialWithin(14 * index)?.untilS ?? 0)
    expect(reached.slice(0, 1)).toEqual([0])
    expect(new Set(reached).size).toBeGreaterThan(2)
    expect(reached).toEqual(reached.toSorted((one, other) => one - other))
  })
})
