import type { EdgeType, NodeType } from '../kinds.ts'
import type { EdgeData, NodeData } from '../registry.ts'

/** A component of a template: `key` names it within the template, `layer` counts from the clients. */
export type TemplateNode<T extends NodeType = NodeType> = {
  readonly [K in T]: {
    readonly key: string
    readonly type: K
    readonly layer: number
    readonly data: Partial<NodeData<K>>
  }
}[T]

/** A connection of a template between two of its keys. */
export type TemplateEdge<T extends EdgeType = EdgeType> = {
  readonly [K in T]: {
    readonly from: string
    readonly to: string
    readonly type: K
    readonly data: Partial<EdgeData<K>>
  }
}[T]

/** A ready-made design; what its data leaves out stands at the default of the kind. */
export interface FlowTemplate {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly nodes: readonly TemplateNode[]
  readonly edges: readonly TemplateEdge[]
}
