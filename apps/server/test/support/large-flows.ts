import { createCipheriv } from 'node:crypto'
import { LIMITS } from '@plimsoll/contract'
import { createEdge, createNode } from '@plimsoll/flow'
import { flowBody } from './flows.ts'

interface Counts {
  readonly nodes: number
  readonly edges: number
}

/** The largest flow, or one with so much in it, of the kinds with the most properties, and all of them given. */
export function largestFlow(changes: Record<string, unknown> = {}, counts: Counts = LIMITS) {
  const nodes = Array.from({ length: counts.nodes }, (_, index) =>
    createNode('Server', {
      id: `node-${index}`,
      position: { x: (index % 100) * 300, y: Math.floor(index / 100) * 200 },
      settings: { label: `Component ${index}` },
    }),
  )
  const edges = Array.from({ length: counts.edges }, (_, index) =>
    createEdge('kafka', {
      id: `edge-${index}`,
      ends: { source: `node-${index % counts.nodes}`, target: `node-${(index * 7 + 1) % counts.nodes}` },
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
