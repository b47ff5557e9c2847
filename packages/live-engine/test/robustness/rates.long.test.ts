import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createLiveRun, measureLive } from '@plimsoll/live-engine'
import { describe, expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { chain, edge, flow, node } from '../support/flows.ts'
import { findBreaches } from '../support/invariants.ts'
import { measured } from './size.ts'
import { timeTicks } from './tick-times.ts'

const TICKS = sized({ full: 600, small: 100 })
const WARM_UP_MS = 5_000
/** Everything of the reference is so many times smaller, and each of its requests is followed by itself. */
const REFERENCE_RPS = 8_000

/** Clients before one server and a database; lines fail now and then, and at a load of 1 the database turns requests away. */
function system({ clients, rps, load }: { clients: number; rps: number; load: number }) {
  const total = clients * rps
  const room = (seconds: number) => Math.ceil((total * seconds) / load)
  const ids = Array.from({ length: clients }, (_, index) => `c${index}`)
  const line = { failureProbability: 0.05, maxThroughputRPS: 100 * total }
  const users = { concurrentUsers: rps, thinkTimeBetweenRequests: 1000 }
  return flow(
    [
      ...ids.map((id) => node('Client', id, users)),
      node('Server', 's', { instances: 1, maxConcurrentRequests: 10 * room(1), failureProbability: 0 }),
      // A visit takes two ticks, and 85 of 100 requests come here.
      node('Database', 'd', { maxConnections: room(0.2 * 0.85), failureProbability: 0 }),
    ],
    [...ids.map((id) => edge(id, 's', line)), edge('s', 'd', line)],
  )
}

/** In bytes, without what other tests of this process have left to be collected. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

const measure = (drawn: ReturnType<typeof system>) =>
  measureLive({ flow: drawn, seed: 4, durationMs: TICKS * 100, warmUpMs: WARM_UP_MS })

describe('rates that no machine could follow one by one', { timeout: 3_600_000 }, () => {
  const all = [
    ['a million a second of one client', 1, 0.4],
    ['a million a second of one client, into a database that is too small', 1, 2],
    ['a million a second of each of a hundred clients', 100, 0.4],
    ['a million a second of each of a hundred clients, into a database that is too small', 100, 2],
  ] as const
  it.for(sized<readonly (typeof all)[number][]>({ small: [all[0], all[3]], full: all }))(
    '[REL-SI4] %s go as in a weighted reference',
    ([name, clients, load], { task }) => {
      const rps = 1e6
      const reference = measure(system({ clients: 1, rps: REFERENCE_RPS, load }))
      const result = measure(system({ clients, rps, load }))
      const scale = (clients * rps) / REFERENCE_RPS
      const throughputOff = result.throughput / (scale * reference.throughput) - 1
      const errorsOff = result.errorRate / reference.errorRate - 1
      const percent = (share: number) => `${(100 * share).toFixed(2)} %`
      measured(
        task,
        `${name}: throughput off by ${percent(throughputOff)}, error rate (${result.errorRate.toFixed(1)} %) by ${percent(errorsOff)}`,
      )
      expect(Math.abs(throughputOff)).toBeLessThan(0.02)
      expect(Math.abs(errorsOff)).toBeLessThan(sized({ full: 0.02, small: 0.04 }))
    },
  )

  it('[REL-SI4] cost bounded memory and time', ({ task }) => {
    const breaches: string[] = []
    const before = heapInUse()
    const { last, p99Ms } = timeTicks(system({ clients: 100, rps: 1e6, load: 0.4 }), {
      ticks: TICKS,
      onTick: (run) => void (run.snapshot().elapsedTime % 1000 === 0 && breaches.push(...findBreaches(run))),
    })
    const heapMb = (heapInUse() - before) / 1e6
    measured(task, `100 million a second: p99 of a tick ${p99Ms.toFixed(1)} ms, heap ${heapMb.toFixed(0)} MB more`)
    expect(last.createdRequests).toBe(TICKS * 1e7)
    expect(breaches).toEqual([])
    expect(heapMb).toBeLessThan(300)
  })

  it('[REL-SI13] one in a million seconds comes when it is due, and no sooner', () => {
    const run = createLiveRun({
      flow: chain({ client: { concurrentUsers: 1, thinkTimeBetweenRequests: 1e9 } }),
      seed: 1,
    })
    run.command('start')
    const ticks = sized({ full: 10_000_100, small: 20_000 })
    for (let done = 0; done < ticks; done += 1) run.tick()
    expect(findBreaches(run)).toEqual([])
    expect(run.snapshot().createdRequests).toBe(sized({ full: 1, small: 0 }))
  })
})
