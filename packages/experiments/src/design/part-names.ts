import type { Flow } from '@plimsoll/flow'
import { printable } from '../words/numbers.ts'

type Of = 'nodes' | 'edges'

export interface NamedPart {
  readonly of: Of
  readonly index: number
  readonly id: string
}

const SHOWN = 12

/** The node or edge with this id, or else with a label that no other has; null where there is none, a text where there are several. */
export function findByName(
  flow: Flow,
  name: string,
  among: readonly Of[] = ['nodes', 'edges'],
): NamedPart | string | null {
  const parts = among.flatMap((of) => flow[of].map(({ id, data }, index) => ({ of, index, id, label: data.label })))
  const byId = parts.find(({ id }) => id === name)
  const byLabel = parts.filter(({ label }) => label === name)
  if (byId || byLabel.length < 2) return byId ?? byLabel[0] ?? null
  const ids = byLabel.map(({ id }) => id).join(', ')
  return `"${name}" is the label of ${byLabel.length}; name one by its id: ${printable(ids)}`
}

/** Says that a name is of no part, and what there is. */
export function describeUnknown(flow: Flow): string {
  const labels = flow.nodes.map(({ id, data }) => printable(data.label || id))
  return `names no component and no connection. There are: ${labels.slice(0, SHOWN).join(', ')}${labels.length > SHOWN ? ' …' : ''}`
}

/** What a part is called: its label, or else its id. */
export const labelOf = (flow: Flow, { of, id }: { readonly of: 'node' | 'edge'; readonly id: string }): string =>
  flow[of === 'node' ? 'nodes' : 'edges'].find((part) => part.id === id)?.data.label || id

/** What makes requests. */
export const clientsOf = ({ nodes }: Pick<Flow, 'nodes'>): Flow['nodes'] =>
  nodes.filter(({ type }) => type === 'Client')

/** A name by which a part is found again: its label where that says which and has none of the characters that mean something else, or its id. */
export function nameIn(flow: Flow, { id, label = '', reserved }: { id: string; label?: string; reserved: RegExp }) {
  const found = label.trim() === '' || label !== label.trim() || reserved.test(label) ? null : findByName(flow, label)
  return found !== null && typeof found !== 'string' && found.id === id ? label : id
}
