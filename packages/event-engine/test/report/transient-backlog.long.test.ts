import { describe, expect, it } from 'vitest'
import { client, type Drawn, edge, reportOf, server } from '../controls/saved-flow.ts'

type Data = Readonly<Record<string, unknown>>

const ONE_SLOT = { cpuCores: 1, concurrencyModel: 'Single-Threaded', averageProcessingTime: 50 }
const FOR_ONE_MINUTE = { arrivals: 'open', durationS: 60, warmUpS: 6 }

/** So many requests a second at one slot, which carries 20 a second. */
const queue = (rps: number, own: Data, simulation: Data = {}, users: Data = {}): Drawn => ({
  nodes: [client('c', { concurrentUsers: rps, ...users }), server('s', { ...ONE_SLOT, ...own })],
  edges: [edge('c', 's')],
  simulation: { ...FOR_ONE_MINUTE, ...simulation },
})
const scaled = (maxInstances: number) => ({
  ...{ autoScaling: true, minInstances: 1, maxInstances, scalingThreshold: 70, scalingMetric: 'CPU' },
})

/** 80 a second, most of them given up and tried again, at a slot of 125 a second behind a component that has little to do. */
const stormBehind = (own: Data): Drawn => ({
  nodes: [
    client('c', { concurrentUsers: 80 }),
    server('s', { ...own, averageProcessingTime: 1 }),
    server('t', { ...ONE_SLOT, averageProcessingTime: 8 }),
  ],
  edges: [
    edge('c', 's'),
    edge('s', 't', { timeout: 40, retryEnabled: true, maxRetries: 3, retryStrategy: 'Constant' }),
  ],
  simulation: { ...FOR_ONE_MINUTE, service: 'exp' },
})

/** So many messages a second for a consumer of 20 a second, which is down for a third of the time. */
const brokenDown = (rps: number): Drawn => ({
  nodes: [client('c', { concurrentUsers: rps }), server('a', { averageProcessingTime: 1 }), server('w', ONE_SLOT)],
  edges: [
    edge('c', 'a'),
    edge('a', 'w', { communicationPattern: 'Async', deliveryGuarantee: 'At-Least-Once' }, 'amqp'),
  ],
  simulation: { ...FOR_ONE_MINUTE, faults: [{ node: 'w', kind: 'breakdowns', upS: 60, downS: 30 }] },
})

const stateOf = (drawn: Drawn) => reportOf(drawn, 10).steadiness.state
/** Of an objective that the runs do not keep. */
const resultOf = (drawn: Drawn) =>
  reportOf(drawn, 4, [{ metric: 'p50', comparison: '<', limit: 50 }]).objectives[0]?.result

describe('a backlog that may be transient', () => {
  it('[SIM-1158] is unsettled while auto-scaling may add what is needed', () => {
    expect(stateOf(queue(100, scaled(30)))).toBe('unsettled')
    // All instances would be too few.
    expect(stateOf(queue(100, scaled(4)))).toBe('none')
    // Within the tolerance of its target it adds none, however full they are.
    expect(stateOf(queue(40, { ...scaled(100), scalingThreshold: 95 }))).toBe('none')
    // It would add none: what was given up is tried again at a component of one instance behind.
    expect(stateOf(stormBehind(scaled(30)))).toBe('none')
  })

  it('[SIM-1165] is unsettled while few breakdowns were seen, unless the load is too much without any', () => {
    expect(stateOf(brokenDown(19))).toBe('unsettled')
    expect(stateOf(brokenDown(30))).toBe('none')
  })

  it('[SIM-1157] is unsettled in a part of a swing, whatever came in it', () => {
    const users = { requestPattern: 'Periodic', periodSeconds: 600 }
    expect(stateOf(queue(16, {}, { durationS: 240, warmUpS: 24 }, users))).toBe('unsettled')
    const whole = { durationS: 1320, warmUpS: 120 }
    expect(stateOf(queue(24, {}, whole, users))).toBe('none')
  })

  it('[SIM-1159] tells of no objective that it is missed', () => {
    expect(resultOf(queue(100, scaled(30)))).toBe('undecided')
    // The instances are there, and requests that waited for them count still.
    expect(resultOf(queue(100, scaled(30), { durationS: 600, warmUpS: 60 }))).toBe('undecided')
    expect(resultOf(queue(100, scaled(30), { durationS: 1200, warmUpS: 120 }))).toBe('fail')
    expect(resultOf(queue(100, scaled(4)))).toBe('fail')
    expect(resultOf(queue(10, scaled(30)))).toBe('fail')
  })

  it('[SIM-1164] is judged as it was where the load changes by plan', () => {
    expect(resultOf(queue(10, scaled(30), { load: { atS: 20, rps: 100 } }))).toBe('fail')
  })
})
