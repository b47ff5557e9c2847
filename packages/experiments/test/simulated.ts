import type { EdgeType, NodeType } from '@plimsoll/catalog'
import type { EventReport } from '@plimsoll/event-engine'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { createRunner, createWorkerPool, planOf, simulateDesign, type WorkerReply } from '../src/index.ts'

type Settings = Readonly<Record<string, unknown>>

/** Components by their ids, which are their labels, with what they are set to. */
export const flowOf = (
  nodes: Readonly<Record<string, readonly [NodeType, Settings?]>>,
  edges: readonly (readonly [source: string, target: string, kind?: EdgeType, settings?: Settings])[],
  simulation: Settings = {},
): Flow => ({
  nodes: Object.entries(nodes).map(([id, [kind, settings]]) =>
    createNode(kind, { id, position: { x: 0, y: 0 }, settings: { label: id, ...settings } }),
  ),
  edges: edges.map(([source, target, kind = 'http', settings = {}]) =>
    createEdge(kind, { id: `${source}-${target}`, ends: { source, target }, settings }),
  ),
  simulation: { durationS: 20, replications: 2, ...simulation },
})

/** The report of a flow, with the traces of its slowest requests. */
export async function simulated(flow: Flow): Promise<EventReport> {
  const { plan, faults } = planOf(flow)
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  const result = await simulateDesign({ name: 'Test', flow, plan, pool: poolWithoutWorkers(), hasTraces: true })
  if (!result?.ok) throw new Error(JSON.stringify(result?.faults))
  return result.report
}

const poolWithoutWorkers = () =>
  createWorkerPool(1, () => {
    let answer: (reply: WorkerReply) => void = () => {}
    const run = createRunner((reply) => answer(reply))
    return {
      post: run,
      listen: (onReply) => {
        answer = onReply
      },
      end: () => {},
    }
  })
