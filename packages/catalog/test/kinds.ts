import { EDGE_KINDS, type LinkedRule, NODE_KINDS, type Properties } from '@plimsoll/catalog'

/** What every kind has, whether of a component or of a connection. */
export interface AnyKind {
  readonly type: string
  readonly label: string
  readonly properties: Properties
  readonly rules: readonly LinkedRule[]
}

/** Every kind by a name of its own: there are a `Database` to draw and a `database` connection. */
export const ALL_KINDS: readonly (readonly [name: string, kind: AnyKind])[] = [
  ...Object.values(NODE_KINDS).map((kind) => [`component ${kind.type}`, kind] as const),
  ...Object.values(EDGE_KINDS).map((kind) => [`connection ${kind.type}`, kind] as const),
]
