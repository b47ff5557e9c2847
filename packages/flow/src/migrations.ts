import { nodeTypeOf } from '@plimsoll/catalog'

/** The version that this code writes. */
export const DOCUMENT_VERSION = 1

/** A document before its content is checked. */
export interface RawDocument {
  readonly nodes: readonly unknown[]
  readonly edges: readonly unknown[]
}

/**
 * `MIGRATIONS[n]` turns a document of version n into one of version n + 1. Content is checked after the last one, so each
 * must accept any content and leave unknown content unchanged.
 */
export const MIGRATIONS: readonly ((document: RawDocument) => RawDocument)[] = [
  // A document of version 0 has no version; node kinds may be in camel case, and an edge may lack its kind.
  ({ nodes, edges }) => ({
    nodes: nodes.map((node) =>
      withType(node, (type) => (typeof type === 'string' ? (nodeTypeOf(type) ?? type) : type)),
    ),
    edges: edges.map((edge) => withType(edge, (type) => type ?? 'default')),
  }),
]

/** The document in the current version. */
export function migrate(document: RawDocument, version: number): RawDocument {
  return MIGRATIONS.slice(version).reduce((current, migration) => migration(current), document)
}

function withType(element: unknown, change: (type: unknown) => unknown): unknown {
  if (typeof element !== 'object' || element === null) return element
  return { ...element, type: change('type' in element ? element.type : undefined) }
}
