import { type Flow, type FlowGroup, GROUP_MINIMUM, groupsOf, type Position } from '@plimsoll/flow'
import { frameAround } from '../../arrange/frames.ts'
import { rectOf } from '../../canvas/placing.ts'
import type { Block, BlockLink } from './blocks.ts'
import { columns } from './columns.ts'
import { layered } from './layered.ts'

interface Unplaced {
  readonly flow: Flow
  /** The group that a component or a group belongs in, by id; without circles. */
  readonly parents: ReadonlyMap<string, string>
}

/** Up to here the finer layout takes a fraction of a second. */
const FINE_UP_TO = { nodes: 100, edges: 200 } as const

const ORIGIN: Position = { x: 0, y: 0 }

/** The flow with a place for everything: each group's content by itself, from the inside out, then the groups among the cards. */
export function placeAll({ flow, parents }: Unplaced): Flow {
  const inside = childrenOf(flow, parents)
  const links = linksByContainer(flow, parents)
  const isFine = flow.nodes.length <= FINE_UP_TO.nodes && flow.edges.length <= FINE_UP_TO.edges
  const layOut = isFine ? layered : columns
  const places = new Map<string, Position>()
  const sizes = new Map<string, Pick<FlowGroup, 'width' | 'height'>>()

  /** Places what stands in a group, its upper left corner at the origin; gives back the group's block. */
  function arrange(group: string): Block {
    const blocks = blocksIn(group)
    const corners = layOut(blocks, links.get(group) ?? [])
    const rects = blocks.map(({ id, ...size }) => ({ ...(corners.get(id) ?? ORIGIN), ...size }))
    const frame =
      rects.length > 0 ? frameAround(rects, { ...ORIGIN, ...GROUP_MINIMUM }) : { position: ORIGIN, ...GROUP_MINIMUM }
    for (const [id, { x, y }] of corners) places.set(id, { x: x - frame.position.x, y: y - frame.position.y })
    sizes.set(group, { width: frame.width, height: frame.height })
    return { id: group, width: frame.width, height: frame.height }
  }

  function blocksIn(container: string | undefined): Block[] {
    const { nodes, groups } = inside.get(container) ?? NOTHING
    const cards = nodes.map((node) => ({ id: node.id, ...sizeOf(rectOf(node)) }))
    return [...cards, ...groups.map(({ id }) => arrange(id))]
  }

  for (const [id, place] of layOut(blocksIn(undefined), links.get(undefined) ?? [])) places.set(id, place)
  const onBoard = (id: string): Position => {
    const parent = parents.get(id)
    const own = places.get(id) ?? ORIGIN
    const outer = parent === undefined ? ORIGIN : onBoard(parent)
    return { x: outer.x + own.x, y: outer.y + own.y }
  }
  const nodes = flow.nodes.map((node) => ({ ...node, position: onBoard(node.id) }))
  const groups = groupsOf(flow).map((group) => ({ ...group, ...sizes.get(group.id), position: onBoard(group.id) }))
  return { ...flow, nodes, ...(groups.length > 0 && { groups }) }
}

interface Content {
  readonly nodes: Flow['nodes'][number][]
  readonly groups: FlowGroup[]
}

const NOTHING: Content = { nodes: [], groups: [] }

/** What stands directly in each group; under `undefined`, what stands in none. */
function childrenOf(flow: Flow, parents: Unplaced['parents']): ReadonlyMap<string | undefined, Content> {
  const inside = new Map<string | undefined, Content>()
  const contentOf = (id: string | undefined) => {
    const content = inside.get(id) ?? { nodes: [], groups: [] }
    inside.set(id, content)
    return content
  }
  for (const node of flow.nodes) contentOf(parents.get(node.id)).nodes.push(node)
  for (const group of groupsOf(flow)) contentOf(parents.get(group.id)).groups.push(group)
  return inside
}

/** Each connection as a link between the two blocks that part its ends, under the group that holds both; each link once. */
function linksByContainer({ edges }: Flow, parents: Unplaced['parents']): ReadonlyMap<string | undefined, BlockLink[]> {
  const pathTo = (id: string): string[] => {
    const path = [id]
    for (let outer = parents.get(id); outer !== undefined; outer = parents.get(outer)) path.unshift(outer)
    return path
  }
  const links = new Map<string | undefined, Map<string, BlockLink>>()
  for (const { source, target } of edges) {
    const [from, to] = [pathTo(source), pathTo(target)]
    const parting = from.findIndex((id, index) => id !== to[index])
    const [a, b] = [from[parting], to[parting]]
    if (a === undefined || b === undefined) continue
    const container = from[parting - 1]
    const known = links.get(container) ?? new Map<string, BlockLink>()
    links.set(container, known.set(JSON.stringify([a, b]), [a, b]))
  }
  return new Map([...links].map(([container, byPair]) => [container, [...byPair.values()]]))
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height })
