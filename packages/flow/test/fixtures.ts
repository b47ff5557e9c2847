import { createEdge, createNode, type Flow, type FlowGroup } from '@plimsoll/flow'

export const at = (x: number, y: number) => ({ x, y })

/** client → server → database, ids `c`, `s`, `d`. */
export function chain(): Flow {
  return {
    nodes: [
      createNode('Client', { id: 'c', position: at(0, 0) }),
      createNode('Server', { id: 's', position: at(350, 0) }),
      createNode('Database', { id: 'd', position: at(700, 0) }),
    ],
    edges: [
      createEdge('http', { id: 'cs', ends: { source: 'c', target: 's' } }),
      createEdge('database', { id: 'sd', ends: { source: 's', target: 'd' } }),
    ],
  }
}

export const group = (id: string, changes: Partial<FlowGroup> = {}): FlowGroup => ({
  id,
  label: 'Private subnet',
  position: at(300, -50),
  width: 700,
  height: 200,
  ...changes,
})
