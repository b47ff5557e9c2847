import { edgeId, type Flow, groupId, groupsOf, nodeId, type Position } from '@plimsoll/flow'

/** The same drawing with ids of its own, shifted; `makeId` gives a fresh text. */
export function freshCopy(flow: Flow, { by, makeId }: { by: Position; makeId: () => string }): Flow {
  const ids = new Map(flow.nodes.map(({ id }) => [id, nodeId(makeId())]))
  const shifted = ({ x, y }: Position) => ({ x: x + by.x, y: y + by.y })
  const nodes = flow.nodes.map((node) => ({
    ...node,
    id: ids.get(node.id) ?? node.id,
    position: shifted(node.position),
  }))
  const edges = flow.edges.map((edge) => {
    const ends = { source: ids.get(edge.source) ?? edge.source, target: ids.get(edge.target) ?? edge.target }
    return { ...edge, ...ends, id: edgeId(ends, makeId()) }
  })
  const groups = groupsOf(flow).map((group) => ({
    ...group,
    id: groupId(makeId()),
    position: shifted(group.position),
  }))
  return { nodes, edges, ...(groups.length > 0 && { groups }) }
}
