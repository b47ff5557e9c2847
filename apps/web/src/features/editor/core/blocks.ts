import { type Flow, type FlowChange, type FlowGroup, type FlowNode, groupsOf, type Position } from '@plimsoll/flow'
import type { Selection } from '../../../stores/board.ts'
import type { Rect } from './geometry.ts'
import { isMember } from './membership.ts'
import { rectOf } from './placement.ts'

/** What moves as one: a node, or a group with all that stands in it. */
export interface Block {
  readonly rect: Rect
  readonly nodes: readonly FlowNode[]
  readonly groups: readonly FlowGroup[]
}

/** The pieces that move when what is selected moves, each element in one of them only. */
export function blocksOf(flow: Flow, { nodes, groups }: Pick<Selection, 'nodes' | 'groups'>): Block[] {
  const chosen = new Set([...nodes, ...groups])
  const frames = groupsOf(flow).filter(({ id }) => chosen.has(id))
  const outermost = frames.filter((frame) => !frames.some((other) => isMember(other, frame)))
  const taken = new Set<string>()
  const take = <T extends { readonly id: string }>(elements: readonly T[]): T[] => {
    const free = elements.filter(({ id }) => !taken.has(id))
    for (const { id } of free) taken.add(id)
    return free
  }
  const blocks = outermost.map((frame) => ({
    rect: rectOf(frame),
    nodes: take(flow.nodes.filter((node) => isMember(frame, node))),
    groups: take([frame, ...groupsOf(flow).filter((group) => isMember(frame, group))]),
  }))
  const cards = take(flow.nodes.filter(({ id }) => chosen.has(id)))
  return [...blocks, ...cards.map((node) => ({ rect: rectOf(node), nodes: [node], groups: [] }))]
}

/** The change that moves each piece by its own distance. */
export function shiftOf(blocks: readonly Block[], byOf: (block: Block, index: number) => Position): FlowChange {
  const positions = new Map<string, Position>()
  const frames: FlowChange[] = []
  blocks.forEach((block, index) => {
    const by = byOf(block, index)
    const to = ({ position: { x, y } }: FlowNode | FlowGroup) => ({ x: x + by.x, y: y + by.y })
    for (const node of block.nodes) positions.set(node.id, to(node))
    for (const group of block.groups) frames.push({ type: 'change-group', id: group.id, to: { position: to(group) } })
  })
  const move: FlowChange = { type: 'move', positions }
  return frames.length === 0 ? move : { type: 'several', changes: [move, ...frames] }
}
