import { type Flow, LAYER_SPACING, type Position } from '@plimsoll/flow'
import { NODE } from '../../core/editor.config.ts'
import { around, middleOf } from '../../core/geometry.ts'
import type { Plan, Positions } from '../../core/layout/plan.ts'
import { innermostGroups } from '../../core/membership.ts'
import { rectOf } from '../../core/placement.ts'

const GAP = {
  horizontal: LAYER_SPACING.horizontal - NODE.width,
  vertical: LAYER_SPACING.vertical - NODE.height,
} as const

interface LayeredOptions {
  /** The nodes to lay out; absent: all. */
  readonly only?: ReadonlySet<string>
  /** Whether the nodes of a layer stay in their order from top to bottom; else they are put so that few edges cross. */
  readonly keepsOrder: boolean
}

/**
 * Where the nodes stand once they are laid out in layers from left to right, around the middle that they had. Worked out beside the
 * page, which goes on meanwhile; throws where that fails.
 */
export async function layered(flow: Flow, options: LayeredOptions): Promise<ReadonlyMap<string, Position>> {
  const plan = planOf(flow, options)
  return plan.nodes.length === 0 ? new Map() : centred(plan, await layOutInWorker(plan))
}

/** What is laid out. */
export function planOf(flow: Flow, { only, keepsOrder }: LayeredOptions): Plan {
  const groups = innermostGroups(flow)
  const nodes = only ? flow.nodes.filter(({ id }) => only.has(id)) : flow.nodes
  const plannedNodes = nodes.map((node) => {
    const group = groups.get(node.id)
    return { id: node.id, ...rectOf(node), ...(group && { groupAt: middleOf(rectOf(group)).y }) }
  })
  return { nodes: plannedNodes, edges: flow.edges.map(({ source, target }) => [source, target]), gap: GAP, keepsOrder }
}

/** The places shifted to where the nodes were, on whole pixels. */
export function centred({ nodes: plannedNodes }: Plan, positions: Positions): Map<string, Position> {
  const before = middleOf(around(plannedNodes))
  const after = middleOf(around(plannedNodes.map((node) => ({ ...node, ...positions.get(node.id) }))))
  const by = { x: before.x - after.x, y: before.y - after.y }
  return new Map(Array.from(positions, ([id, { x, y }]) => [id, { x: Math.round(x + by.x), y: Math.round(y + by.y) }]))
}

async function layOutInWorker(plan: Plan): Promise<Positions> {
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module', name: 'layout' })
  const { promise, resolve, reject } = Promise.withResolvers<Positions>()
  worker.onmessage = ({ data }: MessageEvent<Positions>) => resolve(data)
  worker.onerror = () => reject(new Error('The layout cannot be worked out.'))
  worker.postMessage(plan)
  try {
    return await promise
  } finally {
    worker.terminate()
  }
}
