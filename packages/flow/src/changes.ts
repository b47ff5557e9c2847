import type { EdgeType } from '@plimsoll/catalog'
import type { Ends, Flow, FlowGroup, FlowNode, FlowSlide, Position } from './document.ts'

/** An edit of a flow as plain data. The caller chooses the ids of new elements. */
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
  /** Changes the ends of an edge, which keeps its kind and properties. */
  | { readonly type: 'reconnect'; readonly id: string; readonly newId: string; readonly ends: Ends }
  | { readonly type: 'change-edge-kind'; readonly ids: readonly string[]; readonly kind: EdgeType }
  | {
      readonly type: 'set-property'
      readonly of: 'node' | 'edge'
      readonly id: string
      readonly path: string
      readonly value: unknown
    }
  /** Sets one property of several elements; `values` maps ids to values. */
  | {
      readonly type: 'set-properties'
      readonly of: 'node' | 'edge'
      readonly path: string
      readonly values: ReadonlyMap<string, unknown>
    }
  | { readonly type: 'add-group'; readonly group: FlowGroup }
  | { readonly type: 'change-group'; readonly id: string; readonly to: Partial<Omit<FlowGroup, 'id'>> }
  | { readonly type: 'add-slide'; readonly slide: FlowSlide }
  | { readonly type: 'change-slide'; readonly id: string; readonly to: SlideChange }
  /** Puts a slide at this index among the others. */
  | { readonly type: 'move-slide'; readonly id: string; readonly index: number }
  | { readonly type: 'remove-slide'; readonly id: string }
  /** Sets one setting of the simulation; undefined removes it. */
  | { readonly type: 'set-simulation'; readonly name: string; readonly value: unknown }
  /** Applied in order. */
  | { readonly type: 'several'; readonly changes: readonly FlowChange[] }
  | { readonly type: 'clear' }
  | { readonly type: 'load'; readonly flow: Flow }

/** What changes of a slide; without elements it shows its area. */
export type SlideChange = Partial<Omit<FlowSlide, 'id' | 'elements'>> & {
  readonly elements?: readonly string[] | undefined
}
