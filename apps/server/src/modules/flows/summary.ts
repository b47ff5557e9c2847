import type { FlowSummary } from '@plimsoll/contract'
import type { Schema } from '../../database/schema.ts'

type Row = Pick<Schema['removed_flows'], 'id' | 'name' | 'description' | 'node_count' | 'edge_count' | 'updated_at'>

export const summaryOf = ({ id, name, description, node_count, edge_count, updated_at }: Row): FlowSummary => ({
  id,
  name,
  description,
  nodes: node_count,
  edges: edge_count,
  updatedAt: new Date(updated_at).toISOString(),
})
