import type { Flow } from '@plimsoll/flow'
import { hasCapacity } from '@plimsoll/live-engine'
import type { WithRun } from '../../run/run.ts'
import type { DrawOptions } from './draw-picture.tsx'

/** How busy nodes and edges are on the screen. */
export function loadsNow(run: WithRun['run'], flow: Flow): Pick<DrawOptions, 'loads' | 'peaks'> {
  const nodes = flow.nodes.filter(hasCapacity)
  return {
    loads: known([
      ...nodes.map(({ id }) => [id, run.nodeLoad(id)] as const),
      ...flow.edges.map(({ id }) => [id, run.edgeLoad(id)] as const),
    ]),
    peaks: known(nodes.map(({ id }) => [id, run.nodePeak(id)] as const)),
  }
}

const known = (pairs: readonly (readonly [string, number | null])[]): ReadonlyMap<string, number> =>
  new Map(pairs.filter((pair): pair is readonly [string, number] => pair[1] !== null))
