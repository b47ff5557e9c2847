import type { Flow } from '@plimsoll/flow'
import { printable } from './quantities.ts'

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
