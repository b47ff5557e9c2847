import type { EdgeType } from '@plimsoll/catalog'
import type { Ends, Flow, FlowGroup, FlowNode, Position } from './document.ts'

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
  | {
      readonly type: 'remove'
      readonly nodes: readonly string[]
      readonly edges: readonly string[]
      readonly groups?: readonly string[]
    }
  | { readonly type: 'connect'; readonly id: string; readonly ends: Ends; readonly kind?: EdgeType }
  /** Leads a connection elsewhere: it keeps its kind and properties, and gets the id of its new ends. */
  | { readonly type: 'reconnect'; readonly id: string; readonly newId: string; readonly ends: Ends }
  | { readonly type: 'change-edge-kind'; readonly ids: readonly string[]; readonly kind: EdgeType }
  | {
      readonly type: 'set-property'
      readonly of: 'node' | 'edge'
      readonly id: string
      readonly path: string
      readonly value: unknown
    }
  /** The same property of many at once, by their ids. */
  | {
      readonly type: 'set-properties'
      readonly of: 'node' | 'edge'
      readonly path: string
      readonly values: ReadonlyMap<string, unknown>
    }
  | { readonly type: 'add-group'; readonly group: FlowGroup }
  | { readonly type: 'change-group'; readonly id: string; readonly to: Partial<Omit<FlowGroup, 'id'>> }
  /** One after the other. */
  | { readonly type: 'several'; readonly changes: readonly FlowChange[] }
  | { readonly type: 'clear' }
  | { readonly type: 'load'; readonly flow: Flow }
