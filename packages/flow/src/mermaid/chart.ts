/** A flowchart as Mermaid has it, before it is a flow. */
export interface Chart {
  readonly title: string | null
  /** By their ids, in the order in which they are named first. */
  readonly nodes: ReadonlyMap<string, ChartNode>
  readonly links: readonly ChartLink[]
  readonly groups: ReadonlyMap<string, ChartGroup>
  /** The group that a node or a group stands in, by id. */
  readonly parents: ReadonlyMap<string, string>
}

export interface ChartNode {
  readonly label: string
  /** Name of the shape as in `@{ shape: … }`; null where none is said. */
  readonly shape: string | null
  /** Names after `:::`, or of `class` statements. */
  readonly classes: readonly string[]
}

export interface ChartLink {
  readonly from: string
  readonly to: string
  readonly text: string
  readonly dashed: boolean
  readonly bothWays: boolean
}

export interface ChartGroup {
  readonly label: string
}

/** Where a text stops being a flowchart, counted from 1, and why. */
export interface MermaidFault {
  readonly line: number
  readonly column: number
  readonly message: string
}
