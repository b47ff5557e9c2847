import type { Flow } from '@plimsoll/flow'
import { labelOf } from './part-names.ts'

/** The label of a connection with its ends: `HTTP (Gateway → API)`. */
export function connectionName(flow: Flow, id: string): string {
  const edge = flow.edges.find((one) => one.id === id)
  if (edge === undefined) return id
  const ends = [edge.source, edge.target].map((end) => labelOf(flow, { of: 'node', id: end })).join(' → ')
  return edge.data.label ? `${edge.data.label} (${ends})` : ends
}
