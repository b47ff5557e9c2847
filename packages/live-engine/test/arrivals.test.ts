import { describe, expect, it } from 'vitest'
import { flow, node } from './support/flows.ts'
import { NOTHING_HAPPENS, scripted, started, tick } from './support/runs.ts'

/** Requests that a lone client makes in each of the ticks. */
function arrivals(client: object, ticks: number, rng = NOTHING_HAPPENS): number[] {
  const run = started(flow([node('Client', 'c', client)]), { rng })
  let before = 0
  return Array.from({ length: ticks }, () => {
    const { createdRequests } = tick(run).snapshot()
    const made = createdRequests - before
    before = createdRequests
    return made
  })
}

describe('arrivals', () => {
  it('[SIM-10] [SIM-851] makes whole requests and carries fractions on', () => {
    const client = { concurrentUsers: 5, thinkTimeBetweenRequests: 2000 }
    expect(arrivals(client, 8)).toEqual([0, 0, 0, 1, 0, 0, 0, 1])
  })

  it('[SIM-852] takes a think time below 100 ms as 100 ms', () => {
    expect(arrivals({ concurrentUsers: 5, thinkTimeBetweenRequests: 1 }, 3)).toEqual([5, 5, 5])
    expect(arrivals({ concurrentUsers: 5, thinkTimeBetweenRequests: 0 }, 3)).toEqual([5, 5, 5])
  })

  it('[SIM-11] is the same in every tick when steady', () => {
    expect(new Set(arrivals({ concurrentUsers: 100, thinkTimeBetweenRequests: 1000 }, 200))).toEqual(new Set([10]))
  })

  it('[SIM-12] bursts in the first 2 s of every 10 s', () => {
    const client = { concurrentUsers: 10, requestPattern: 'Bursty', burstFactor: 7 }
    const made = arrivals(client, 220)
    expect([made[0], made[19], made[20], made[99], made[100], made[119], made[120]]).toEqual([7, 7, 1, 1, 7, 7, 1])
  })

  it('[SIM-13] swings by half of the rate within a period', () => {
    const client = { concurrentUsers: 1000, requestPattern: 'Periodic', periodSeconds: 20 }
    const made = arrivals(client, 200)
    // At the starts of a quarter, half and three quarters of the period; a fraction may be carried in.
    expect([made[0], made[50], made[100], made[150]]).toEqual([100, 150, 100, 50])
    expect(Math.abs(made.reduce((total, count) => total + count) - 20_000)).toBeLessThanOrEqual(1)
  })

  it('[SIM-14] draws the rate between half and one and a half', () => {
    const client = { concurrentUsers: 1000, requestPattern: 'Random' }
    expect(arrivals(client, 1, scripted(0))).toEqual([50])
    expect(arrivals(client, 1, scripted(0.5))).toEqual([100])
    expect(arrivals(client, 1, scripted(0.999))).toEqual([149])
  })
})
