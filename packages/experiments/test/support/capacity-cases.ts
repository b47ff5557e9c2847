import type { Flow } from '@plimsoll/flow'
import { call, client, flowOf, station } from './stations.ts'
import { crossing, meanOfMG1, percentileOfMMc, percentileOfTandem } from './theory.ts'

/** A design whose highest load is known. */
export interface CapacityCase {
  readonly name: string
  readonly flow: Flow
  readonly objectives: readonly string[]
  readonly exactRps: number
}

const alone = (slots: number, serviceMs: number, simulation = {}): Flow =>
  flowOf([client('c', 20), station('s', slots, serviceMs)], [call('c', 's')], simulation)

export const CAPACITY_CASES: readonly CapacityCase[] = [
  { name: 'M/M/1', flow: alone(1, 10), objectives: ['p99<100ms'], exactRps: 100 - Math.log(100) / 0.1 },
  {
    name: 'M/M/4',
    flow: alone(4, 40),
    objectives: ['p99<250ms'],
    exactRps: crossing((rps) => percentileOfMMc(0.99, 4, 40, rps), 250, 1, 99),
  },
  {
    name: 'M/G/1',
    flow: alone(1, 10, { service: 'h2:scv=4' }),
    objectives: ['mean<40ms'],
    exactRps: crossing((rps) => meanOfMG1(10, 4, rps), 40, 1, 99),
  },
  {
    name: 'tandem',
    flow: flowOf([client('c', 20), station('a', 1, 10), station('b', 1, 8)], [call('c', 'a'), call('a', 'b')], {
      callStyle: 'pipeline',
    }),
    objectives: ['p99<200ms'],
    exactRps: crossing((rps) => percentileOfTandem(0.99, 10, 8, rps), 200, 1, 99),
  },
  {
    // Six workers hold while they call three, 3 ms away: the closed network of six requests carries so many. Today more come, and give up.
    name: 'held slots',
    flow: flowOf(
      [client('c', 225), station('a', 6, 8), station('b', 3, 12)],
      [call('c', 'a', { timeout: 5000 }), call('a', 'b', { latencyMs: 3, timeout: 5000 })],
    ),
    objectives: [],
    exactRps: 208.2,
  },
]
