import type { Flow } from '@plimsoll/flow'

/** The flow of the library that is open; `version` is the one that the next save starts from. */
export interface SavedFlow {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly version: number
}

/** Ids of what is selected: components and groups, or connections, never both. */
export interface Selection {
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
  readonly groups: readonly string[]
}

/** What is on the board, apart from what is selected: enough to bring it back. */
export interface Board {
  readonly flow: Flow
  /** Null while the board is not a flow of the library. */
  readonly saved: SavedFlow | null
  /** The flow as it was last loaded or saved; the same object as `flow` while nothing is unsaved. */
  readonly savedContent: Flow
}
