import type { EdgeType } from '@plimsoll/catalog'
import type { Ends, Flow, FlowNode, Position } from './document.ts'

/** Everything that can happen to a flow, as data. Ids are the caller's. */
export type FlowChange =
  | { readonly type: 'add'; readonly node: FlowNode }
  | { readonly type: 'insert'; readonly flow: Flow }
  | { readonly type: 'move'; readonly positions: ReadonlyMap<string, Position> }
  | {
      readonly type: 'resize'
      readonly id: string
      readonly width: number
      readonly height: number
      readonly position?: Position
    }
  | { readonly type: 'remove'; readonly nodes: readonly string[]; readonly edges: readonly string[] }
  | { readonly type: 'connect'; readonly id: string; readonly ends: Ends; readonly kind?: EdgeType }
  | { readonly type: 'change-edge-kind'; readonly id: string; readonly kind: EdgeType }
  | {
      readonly type: 'set-property'
      readonly of: 'node' | 'edge'
      readonly id: string
      readonly path: string
      readonly value: unknown
    }
  | { readonly type: 'clear' }
  | { readonly type: 'load'; readonly flow: Flow }
