import type { Flow } from '@plimsoll/flow'
import { createLiveRun, type LiveRun } from '@plimsoll/live-engine'
import type { Rng } from '@plimsoll/simulation'
import { EarlierWays } from '../../src/earlier-ways.ts'
import type { Link, LiveRequest, Outcome, Station } from '../../src/model.ts'
import { buildNetwork, type Network } from '../../src/network.ts'
import { Routes } from '../../src/routes.ts'
import { createRequest } from '../../src/rules/birth.ts'
import { visitOf } from '../../src/rules/formulas.ts'
import { type StepContext, stepRequest, visitOver } from '../../src/rules/step.ts'

/** Every chance below 0.99 stays away, and of several ways the last is taken. */
export const NOTHING_HAPPENS: Rng = () => 0.99

export function started(flow: Flow, options: { seed?: number; rng?: Rng } = {}): LiveRun {
  const run = createLiveRun({ flow, seed: 1, ...options })
  run.command('start')
  return run
}

export function tick(run: LiveRun, times = 1): LiveRun {
  for (let done = 0; done < times; done += 1) run.tick()
  return run
}

/** A visit that spends all its time at the node. */
export const lasting = (ms: number) => visitOf({ edgeMs: 0, nodeMs: ms })

/** The inside of a run without its clock: a network whose loads a test may set, and requests stepped one by one. */
export class Bench {
  readonly network: Network
  readonly routes: Routes
  readonly rng: Rng
  readonly earlierWays = new EarlierWays()
  now = 0

  constructor(flow: Flow, rng: Rng) {
    this.network = buildNetwork(flow)
    this.routes = new Routes(this.network.stations)
    this.rng = rng
  }

  station(id: string): Station {
    const station = this.network.stationOf.get(id)
    if (station === undefined) throw new Error(`There is no node ${id}.`)
    return station
  }

  link(id: string): Link {
    const link = this.network.linkOf.get(id)
    if (link === undefined) throw new Error(`There is no connection ${id}.`)
    return link
  }

  /** A new request of the client, with what the test wants to be different. */
  request(client: string, changes: Partial<LiveRequest> = {}): LiveRequest {
    const source = this.station(client)
    if (source.client === null) throw new Error(`${client} makes no requests.`)
    return {
      ...createRequest(source, source.client, { standsFor: 1, state: { ...this, serial: 0, elapsed: this.now } }),
      ...changes,
    }
  }

  /** A new request as it is just after its hop over the connection, pending at its end. */
  arrived(link: string, changes: Partial<LiveRequest> = {}): LiveRequest {
    const { source, target } = this.link(link)
    const client = [...this.network.sources][0]?.id ?? source.id
    const visit = visitOver(this.link(link), false)
    return this.request(client, {
      station: target,
      link: this.link(link),
      path: [client, target.id],
      visit,
      ...changes,
    })
  }

  step(request: LiveRequest): Outcome {
    const context: StepContext = { now: this.now, rng: this.rng, routes: this.routes }
    return stepRequest(request, context)
  }

  /** Ticks on until the request has ended. */
  live(request: LiveRequest): Exclude<Outcome, 'live'> {
    for (;;) {
      this.now += 100
      const outcome = this.step(request)
      if (outcome !== 'live') return outcome
    }
  }
}

/** Gives the numbers one after the other, then the last one for ever. */
export function scripted(...numbers: readonly number[]): Rng {
  let next = 0
  return () => numbers[Math.min(next++, numbers.length - 1)] ?? 0
}
