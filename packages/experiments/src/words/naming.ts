import type { EventReport, PartRef } from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { printable } from './numbers.ts'

/** A part as a person knows it. */
export type NameOf = (part: PartRef) => string

interface NamedParts {
  readonly nodes: readonly Pick<EventReport['nodes'][number], 'id' | 'label'>[]
  readonly edges: readonly Pick<EventReport['edges'][number], 'id' | 'label' | 'source' | 'target'>[]
}

/** Several parts with one name are numbered, in the order of the flow. */
export function namingOf({ nodes, edges }: NamedParts): NameOf {
  const labels = numbered(nodes.map(({ id, label }) => [id, printable(label || id)]))
  const links = numbered(
    edges.map(({ id, label, source, target }) => [
      id,
      printable(label) || [source, target].map((end) => labels.get(end) ?? printable(end)).join(' → '),
    ]),
  )
  return ({ of, id }) => (of === 'node' ? labels : links).get(id) ?? printable(id)
}

/** The names that the report of a flow has. */
export const namingIn = ({ nodes, edges }: Flow): NameOf =>
  namingOf({
    nodes: nodes.map(({ id, data }) => ({ id, label: data.label })),
    edges: edges.map(({ id, source, target, data }) => ({ id, source, target, label: data.label ?? '' })),
  })

function numbered(named: readonly (readonly [id: string, name: string])[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const [, name] of named) counts.set(name, (counts.get(name) ?? 0) + 1)
  const seen = new Map<string, number>()
  return new Map(
    named.map(([id, name]) => {
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      return [id, counts.get(name) === 1 ? name : `${name} #${number}`]
    }),
  )
}
