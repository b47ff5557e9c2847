import type { DataOf } from './descriptors.ts'
import type { EdgeKind, EdgeType, NodeKind, NodeType } from './kinds.ts'
import { cache } from './nodes/cache.kind.ts'

/** Every kind of component that can be drawn, in the order of the palette. */
export const NODE_KINDS = {
  Cache: cache,
} as const // satisfies { readonly [T in NodeType]: NodeKind<T> }
