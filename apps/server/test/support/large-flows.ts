import { createCipheriv } from 'node:crypto'
import { createEdge, createNode } from '@plimsoll/flow'
import { flowBody } from './flows.ts'

const NODES = 10_000
const EDGES = 20_000

/** The largest flow, of the kinds with the most properties, and all of them given. */
export function largestFlow(changes: Record<string, unknown> = {}) {
  const nodes = Array.from({ length: NODES }, (_, index) =>
    createNode('Server', {
      id: `node-${index}`,
      position: { x: (index % 100) * 300, y: Math.floor(index / 100) * 200 },
      settings: { label: `Component ${index}` },
    }),
  )
  const edges = Array.from({ length: EDGES }, (_, index) =>
    createEdge('kafka', {
      id: `edge-${index}`,
      ends: { source: `node-${index % NODES}`, target: `node-${(index * 7 + 1) % NODES}` },
      settings: {},
    }),
  )
  return flowBody({ nodes, edges, ...changes })
}

/** A flow that takes about so many bytes as it is stored, because nothing of it repeats. */
export function bulkyFlow(bytes: number, seed = 1) {
  // The same for the same seed, and fast.
  const stream = createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16))
  const label = () => stream.update(Buffer.alloc(6_000)).toString('base64')
  const nodes = Array.from({ length: Math.max(1, Math.round(bytes / 6_000)) }, (_, index) =>
    createNode('Server', { id: `node-${index}`, position: { x: index * 10, y: 0 }, settings: { label: label() } }),
  )
  return flowBody({ nodes, edges: [] })
}
