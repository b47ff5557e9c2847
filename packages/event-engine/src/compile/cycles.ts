import type { Parts } from './parts.ts'

/** By node: whether it is on a cycle of outgoing edges (Tarjan's strongly connected components, without recursion). */
export function onCycles({ nodes, edges, outgoing }: Parts): readonly boolean[] {
  const order = new Int32Array(nodes.length).fill(-1)
  const lowest = new Int32Array(nodes.length)
  const nextEdge = new Int32Array(nodes.length)
  const isOpen = new Uint8Array(nodes.length)
  const isOnCycle = nodes.map(() => false)
  const open: number[] = []
  let found = 0

  const enter = (node: number) => {
    order[node] = found
    lowest[node] = found
    found += 1
    open.push(node)
    isOpen[node] = 1
  }
  const close = (node: number) => {
    const members = open.splice(open.lastIndexOf(node))
    for (const member of members) {
      isOpen[member] = 0
      isOnCycle[member] = members.length > 1
    }
  }
  const at = (list: Int32Array, index: number): number => list[index] ?? 0
  const lower = (node: number, to: number) => {
    lowest[node] = Math.min(at(lowest, node), to)
  }

  for (const start of nodes.keys()) {
    if (order[start] !== -1) continue
    const path = [start]
    enter(start)
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const edge = outgoing[node]?.[at(nextEdge, node)]
      if (edge !== undefined) {
        nextEdge[node] = at(nextEdge, node) + 1
        const target = edges[edge]?.target ?? node
        if (order[target] === -1) {
          path.push(target)
          enter(target)
        } else if (isOpen[target] === 1) lower(node, at(order, target))
        continue
      }
      if (lowest[node] === order[node]) close(node)
      path.pop()
      const parent = path.at(-1)
      if (parent !== undefined) lower(parent, at(lowest, node))
    }
  }
  return isOnCycle
}
