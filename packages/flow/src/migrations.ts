import { nodeTypeOf } from '@plimsoll/catalog'

/** The version that this code writes. */
export const DOCUMENT_VERSION = 1

/** A document as it came, before its content is checked. */
export interface RawDocument {
  readonly nodes: readonly unknown[]
  readonly edges: readonly unknown[]
}

/**
 * `MIGRATIONS[n]` turns a document of version n into one of version n + 1. Each takes any content and leaves what it
 * does not know alone: the check comes after the last one.
 */
export const MIGRATIONS: readonly ((document: RawDocument) => RawDocument)[] = [
  // Version 0 says no version: components may have their camel-case names, and a connection may lack its kind.
  ({ nodes, edges }) => ({
    nodes: nodes.map((node) =>
      withType(node, (type) => (typeof type === 'string' ? (nodeTypeOf(type) ?? type) : type)),
    ),
    edges: edges.map((edge) => withType(edge, (type) => type ?? 'default')),
  }),
]

/** The document in today's version. */
export function migrate(document: RawDocument, version: number): RawDocument {
  return MIGRATIONS.slice(version).reduce((current, migration) => migration(current), document)
}

function withType(element: unknown, change: (type: unknown) => unknown): unknown {
  if (typeof element !== 'object' || element === null) return element
  return { ...element, type: change('type' in element ? element.type : undefined) }
}
