/** A parsed Mermaid flowchart, before it becomes a flow. */
export interface Chart {
  readonly title: string | null
  /** By id, in order of first mention. */
  readonly nodes: ReadonlyMap<string, ChartNode>
  readonly links: readonly ChartLink[]
  readonly groups: ReadonlyMap<string, ChartGroup>
  /** The group that contains a node or a group, by id. */
  readonly parents: ReadonlyMap<string, string>
}

export interface ChartNode {
  readonly label: string
  /** Name of the shape as in `@{ shape: … }`; null when the text gives none. */
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

/** The first syntax error; line and column count from 1. */
export interface MermaidFault {
  readonly line: number
  readonly column: number
  readonly message: string
}
