import { type Flow, groupsOf } from '@plimsoll/flow'

/** The flow of the library that is open; `version` is the one that the next save starts from. */
export interface SavedFlow {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly version: number
  /** Present where others have a role in it. */
  readonly isShared?: true
}

/** What a flow is called, and what it is for. */
export interface Heading {
  readonly name: string
  readonly description: string
}

export const UNTITLED: Heading = { name: 'Untitled flow', description: '' }

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
  /** What the file said that the board came from, as long as it is not in the library. */
  readonly heading: Heading | null
  /** The flow as it was last loaded or saved; the same object as `flow` while nothing is unsaved. */
  readonly savedContent: Flow
}

/** What the board goes by: as the library has it, as its file said, or untitled. */
export const headingOf = ({ saved, heading }: Pick<Board, 'saved' | 'heading'>): Heading => saved ?? heading ?? UNTITLED

/** Whether nothing is drawn: neither components nor groups. */
export const isBoardEmpty = (flow: Flow): boolean => flow.nodes.length + groupsOf(flow).length === 0
