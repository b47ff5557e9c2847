import { EDGE_KINDS, type LinkedRule, NODE_KINDS, type Properties } from '@plimsoll/catalog'

/** What kinds of nodes and of edges share. */
export interface AnyKind {
  readonly type: string
  readonly label: string
  readonly properties: Properties
  readonly rules: readonly LinkedRule[]
}

/** Every kind with a unique name: there are a node kind `Database` and an edge kind `database`. */
export const ALL_KINDS: readonly (readonly [name: string, kind: AnyKind])[] = [
  ...Object.values(NODE_KINDS).map((kind) => [`node ${kind.type}`, kind] as const),
  ...Object.values(EDGE_KINDS).map((kind) => [`edge ${kind.type}`, kind] as const),
]
