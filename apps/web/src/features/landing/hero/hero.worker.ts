import { nodeSummary, threeTier, USERS_PROPERTY } from '@plimsoll/catalog'
import { createEventSimulation } from '@plimsoll/event-engine'
import { type Flow, type FlowNode, instantiateTemplate } from '@plimsoll/flow'
import type { RunningSimulation } from '@plimsoll/simulation'
import type { HeroReport, HeroRequest } from './hero-messages.ts'

const SEED = 1
const MOST_DOTS = 200
/** Far more than a step has; where a step has more, time slows down and the page is still answered. */
const MOST_EVENTS = 50_000

let count = 0
let flow = instantiateTemplate(threeTier, { origin: { x: 0, y: 0 }, makeId: () => `hero-${count++}` })
const clients = flow.nodes.filter(({ data }) => USERS_PROPERTY in data).map(({ id }) => id)
const run: RunningSimulation<Flow> = createEventSimulation<Flow>({ flow, seed: SEED })
run.watch({ speed: 1, most: MOST_DOTS })

addEventListener('message', ({ data: { users, advanceMs } }: MessageEvent<HeroRequest>) => {
  // The run ignores a flow that changes no figure.
  flow = withUsers(Math.round(users / clients.length))
  run.apply(flow)
  run.advance(run.timeMs + advanceMs, { events: MOST_EVENTS })
  postMessage({
    snapshot: run.snapshot(),
    summaries: flow.nodes.map(({ type, data }) => nodeSummary(type, data)),
  } satisfies HeroReport)
})

/** Not by `applyChange`, which would add all changes of a flow to what the page loads. */
function withUsers(value: number): Flow {
  const change = (node: FlowNode) => ({ ...node, data: { ...node.data, [USERS_PROPERTY]: value } }) as FlowNode
  return { ...flow, nodes: flow.nodes.map((node) => (clients.includes(node.id) ? change(node) : node)) }
}
