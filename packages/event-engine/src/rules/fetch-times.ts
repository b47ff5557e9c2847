import type { LinkModel, Model, Step } from '../model.ts'
import { callMs, handOverMs } from './call-times.ts'
import { fixedPoint } from './fixed-point.ts'
import { READ } from './kept-by-users.ts'
import { sharesByWeight } from './shares-by-weight.ts'

/** From a read that misses until its answer is kept, ms: at each node, and by what the sender keeps for each link. */
export interface FetchTimes {
  readonly nodes: readonly number[]
  readonly links: readonly number[]
}

export const AT_ONCE: FetchTimes = { nodes: [], links: [] }

/** The waiting of a visit at each node and of a call over each link, ms. */
export interface Waits {
  readonly nodes: readonly number[]
  readonly links: readonly number[]
}

type Drawn = Pick<Model, 'nodes' | 'stations' | 'links'>

/** Mean times; without `waits` nothing is in the way. A cache that asks nobody itself is filled by its callers, who are alike. */
export function fetchTimes({ nodes, stations, links }: Drawn, waits: Waits = AT_ONCE): FetchTimes {
  const hitRateOf = ({ links: called }: Step) =>
    called.reduce((sum, index) => sum + (nodes[links[index]?.target ?? -1]?.hitRate[READ] ?? 0), 0) / called.length
  const ownMs = links.map(({ target, stationOf, serviceFactor, serviceMs }) => {
    const station = stations[(stationOf ?? nodes[target]?.stationOf)?.[READ] ?? -1]
    return station === undefined ? 0 : (station.meanMs[READ] ?? 0) * serviceFactor + station.extraMs + serviceMs
  })
  const timesOf = (afterMs: readonly number[]) =>
    links.map((link, index) => {
      const waitedMs = (waits.links[index] ?? 0) + (waits.nodes[link.target] ?? 0)
      return timeOf(link, (ownMs[index] ?? 0) + (afterMs[link.target] ?? 0)) + (link.message === null ? waitedMs : 0)
    })
  const afterOf = (times: readonly number[]) =>
    nodes.map((node) => {
      let [ms, missed] = [0, 1]
      for (const step of node.program[READ]) {
        if (!step.inBackground)
          ms += (step.unlessHit ? missed * (1 - node.hitRate[READ]) : 1) * stepMs(step, links, times)
        missed *= 1 - hitRateOf(step)
      }
      return ms
    })
  const times = timesOf(
    fixedPoint(
      nodes.map(() => 0),
      (before) => afterOf(timesOf(before)),
    ),
  )
  const asking = (steps: readonly Step[]) =>
    steps.reduce((sum, step) => sum + (step.unlessHit && !step.inBackground ? stepMs(step, links, times) : 0), 0)
  const filledBy = nodes.map((): number[] => [])
  for (const { program } of nodes) {
    const steps = program[READ]
    for (const [position, step] of steps.entries()) {
      const fetchMs = asking(steps.slice(position + 1))
      for (const link of fetchMs > 0 ? step.links.flatMap((index) => links[index] ?? []) : [])
        filledBy[link.target]?.push(backMs(link) + fetchMs)
    }
  }
  return {
    nodes: nodes.map(({ program }, index) => {
      const own = asking(program[READ])
      const callers = filledBy[index] ?? []
      return own > 0 || callers.length === 0 ? own : callers.reduce((sum, ms) => sum + ms, 0) / callers.length
    }),
    links: times,
  }
}

const backMs = ({ replies, latencyMs, responseLineMs, responseAccessMs }: LinkModel): number =>
  replies ? latencyMs + Math.max(responseLineMs, responseAccessMs) : 0

const timeOf = (link: LinkModel, atTargetMs: number): number =>
  link.message === null ? callMs(link, atTargetMs) : link.message === 'sent' ? 0 : handOverMs(link)

/** Copies go side by side. */
function stepMs({ links: called, copies }: Step, links: readonly LinkModel[], times: readonly number[]): number {
  const each = called.map((index) => (1 - (links[index]?.hitRate[READ] ?? 0)) * (times[index] ?? 0))
  if (copies) return Math.max(0, ...each)
  const shares = sharesByWeight(called.map((index) => links[index]?.weight ?? 0))
  return each.reduce((sum, ms, at) => sum + ms * (shares[at] ?? 0), 0)
}
