import type { FlowContent } from './flows.repository.ts'

interface StoredFlow extends Omit<FlowContent, 'node_count' | 'edge_count' | 'nodes' | 'edges'> {
  id: string
  version: number
  created_at: number
  updated_at: number
  nodes: string | Uint8Array
  edges: string | Uint8Array
}

/** The answer that carries a flow. What is stored goes in as it is: to parse it would only cost time. */
export function flowAnswer({ nodes, edges, simulation, ...flow }: StoredFlow): Uint8Array<ArrayBuffer> {
  const head = JSON.stringify({
    id: flow.id,
    name: flow.name,
    description: flow.description,
    version: flow.version,
    documentVersion: flow.document_version,
    createdAt: new Date(flow.created_at).toISOString(),
    updatedAt: new Date(flow.updated_at).toISOString(),
  })
  const settings = simulation ? `,"simulation":${simulation}` : ''
  const parts = [`{"data":${head.slice(0, -1)},"nodes":`, nodes, ',"edges":', edges, `${settings}}}`]
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}
