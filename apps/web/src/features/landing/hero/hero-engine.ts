import { nodeSummary, threeTier, USERS_PROPERTY } from '@plimsoll/catalog'
import { type FlowNode, instantiateTemplate } from '@plimsoll/flow'
import { createLiveRun, TICK_MS } from '@plimsoll/live-engine'
import type { RunSnapshot } from '@plimsoll/simulation'

export { TICK_MS }

const seed = 1
const MOST_DOTS = 200

/** The template on the live engine, started. Loaded after the page has been painted. */
export function startHeroRun() {
  let count = 0
  let flow = instantiateTemplate(threeTier, { origin: { x: 0, y: 0 }, makeId: () => `hero-${count++}` })
  const clients = flow.nodes.filter(({ data }) => USERS_PROPERTY in data).map(({ id }) => id)
  const run = createLiveRun({ flow, seed })
  run.command('start')
  run.watch({ speed: 1, most: MOST_DOTS })

  return {
    tick(): RunSnapshot {
      run.tick()
      return run.snapshot()
    },
    setUsers(users: number): void {
      const value = Math.round(users / clients.length)
      // Changed here and not by `applyChange`, which would add all changes of a flow to what the page loads.
      const withUsers = (node: FlowNode) => ({ ...node, data: { ...node.data, [USERS_PROPERTY]: value } }) as FlowNode
      flow = { ...flow, nodes: flow.nodes.map((node) => (clients.includes(node.id) ? withUsers(node) : node)) }
      run.update(flow)
    },
    /** The cards' second lines, in the order of the template's nodes. */
    summaries: (): readonly string[] => flow.nodes.map(({ type, data }) => nodeSummary(type, data)),
  }
}
