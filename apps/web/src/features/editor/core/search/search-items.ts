import { edgeKind, nodeKindLabel } from '@plimsoll/catalog'
import { type Flow, groupsOf } from '@plimsoll/flow'

/** Something on the canvas that one can look for. */
export interface SearchItem {
  readonly id: string
  readonly of: 'nodes' | 'edges' | 'groups'
  readonly title: string
  readonly caption: string
  /** What is searched: label, kind and description, in small letters. */
  readonly text: string
}

/** Everything on the canvas: components first, then groups, then connections. */
export function searchItemsOf(flow: Flow): SearchItem[] {
  const labels = new Map(flow.nodes.map(({ id, data }) => [id, data.label]))
  return [
    ...flow.nodes.map(({ id, type, data: { label, description } }) =>
      searchItemOf({ id, of: 'nodes', title: label, kind: nodeKindLabel(type), description }),
    ),
    ...groupsOf(flow).map(({ id, label }) =>
      searchItemOf({ id, of: 'groups', title: label || 'Group', kind: 'Group', description: '' }),
    ),
    ...flow.edges.map(({ id, type, source, target, data: { label, description } }) => {
      const ends = `${labels.get(source)} to ${labels.get(target)}`
      const kind = edgeKind(type).label
      return searchItemOf({
        id,
        of: 'edges',
        title: label || ends,
        kind: label ? `${kind} · ${ends}` : kind,
        description,
      })
    }),
  ]
}

interface ItemText extends Pick<SearchItem, 'id' | 'of' | 'title'> {
  readonly kind: string
  readonly description: string
}

function searchItemOf({ id, of, title, kind, description }: ItemText): SearchItem {
  const caption = description === '' ? kind : `${kind} · ${description}`
  return { id, of, title, caption, text: `${title} ${kind} ${description}`.toLowerCase() }
}
