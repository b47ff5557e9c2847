import { createEdge, createNode, DOCUMENT_VERSION } from '@plimsoll/flow'

/** A small valid flow as the body of a save. */
export function flowBody(changes: Record<string, unknown> = {}) {
  const at = (x: number) => ({ x, y: 0 })
  return {
    name: 'A small shop',
    description: 'Enough to save',
    documentVersion: DOCUMENT_VERSION,
    nodes: [
      createNode('Client', { id: 'node-a', position: at(0), settings: {} }),
      createNode('Server', { id: 'node-b', position: at(350), settings: {} }),
    ] as unknown[],
    edges: [
      createEdge('http', { id: 'edge-ab', ends: { source: 'node-a', target: 'node-b' }, settings: {} }),
    ] as unknown[],
    ...changes,
  }
}
