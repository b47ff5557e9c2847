import type { Flow } from '@plimsoll/flow'
import { describeNames } from '../words/names.ts'
import { printable } from '../words/numbers.ts'

type Of = 'nodes' | 'edges'

export interface NamedPart {
  readonly of: Of
  readonly index: number
  readonly id: string
}

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

/** Connections are many, and their names are seldom short. */
const CONNECTIONS_SHOWN = 4

/** Says that a name is of no part, and what there is. */
export function describeUnknown({ nodes, edges }: Flow, asked: string): string {
  const nameOf = ({ id, data }: Flow['nodes'][number] | Flow['edges'][number]) => data.label || id
  const connections = describeNames(edges.map(nameOf), asked, CONNECTIONS_SHOWN)
  return `names no component and no connection. There are: ${describeNames(nodes.map(nameOf), asked)}${connections && `; connections: ${connections}`}`
}

/** The id of the group with this id, or else with a label that no other has; a text says why there is none. */
export function findGroup({ groups = [] }: Flow, name: string): { readonly id: string } | string {
  const byId = groups.find(({ id }) => id === name)
  const byLabel = groups.filter(({ label }) => label === name)
  const [only, ...others] = byLabel
  const found = byId ?? (others.length === 0 ? only : undefined)
  if (found) return found
  if (others.length > 0)
    return `"${name}" is the label of ${byLabel.length} groups; name one by its id: ${printable(byLabel.map(({ id }) => id).join(', '))}`
  const all = groups.map(({ id, label }) => label || id)
  return `names no group of this flow: "${name}". ${all.length === 0 ? 'There is none' : `There are: ${describeNames(all, name)}`}`
}

/** What a part is called: its label, or else its id. */
export const labelOf = (flow: Flow, { of, id }: { readonly of: 'node' | 'edge'; readonly id: string }): string =>
  flow[of === 'node' ? 'nodes' : 'edges'].find((part) => part.id === id)?.data.label || id

/** What makes requests. */
export const clientsOf = ({ nodes }: Pick<Flow, 'nodes'>): Flow['nodes'] =>
  nodes.filter(({ type }) => type === 'Client')

/** What clients are called. */
export const clientNames = (flow: Flow): readonly string[] => clientsOf(flow).map(({ id, data }) => data.label || id)

/** A name by which a part is found again: its label where that says which and has none of the characters that mean something else, or its id. */
export function nameIn(flow: Flow, { id, label = '', reserved }: { id: string; label?: string; reserved: RegExp }) {
  const found = label.trim() === '' || label !== label.trim() || reserved.test(label) ? null : findByName(flow, label)
  return found !== null && typeof found !== 'string' && found.id === id ? label : id
}
