import type { EdgeReport, EventReport, NodeReport, PartRef } from '@plimsoll/event-engine'
import type { NameOf } from './naming.ts'
import type { Cell, Table } from './page.ts'

/** Rows that begin with the name of the component or connection that each is about. */
export function partRows<Part extends PartRef>(
  nameOf: NameOf,
  parts: readonly Part[],
  cells: (part: Part) => readonly Cell[],
): Required<Pick<Table, 'rows' | 'parts'>> {
  return {
    rows: parts.map((part) => [nameOf(part), ...cells(part)]),
    parts: parts.map(({ of, id }) => ({ of, id })),
  }
}

export const nodesOf = ({ nodes }: EventReport): readonly (NodeReport & PartRef)[] =>
  nodes.map((node) => ({ of: 'node', ...node }))

export const edgesOf = ({ edges }: EventReport): readonly (EdgeReport & PartRef)[] =>
  edges.map((edge) => ({ of: 'edge', ...edge }))
