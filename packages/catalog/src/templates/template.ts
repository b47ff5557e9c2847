import type { EdgeType, NodeType } from '../kinds.ts'
import type { EdgeData, NodeData } from '../registry.ts'

/** A node of a template: `key` is unique within the template, `layer` counts from the clients. */
export type TemplateNode<T extends NodeType = NodeType> = {
  readonly [K in T]: {
    readonly key: string
    readonly type: K
    readonly layer: number
    readonly data: Partial<NodeData<K>>
  }
}[T]

/** An edge of a template between two keys. */
export type TemplateEdge<T extends EdgeType = EdgeType> = {
  readonly [K in T]: {
    readonly from: string
    readonly to: string
    readonly type: K
    readonly data: Partial<EdgeData<K>>
  }
}[T]

/** A flow that is inserted as a whole; missing properties get their defaults. */
export interface FlowTemplate {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly nodes: readonly TemplateNode[]
  readonly edges: readonly TemplateEdge[]
}
