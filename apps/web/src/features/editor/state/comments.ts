import { createStore } from 'zustand/vanilla'

interface CommentsState {
  /** Whether the panel is open. */
  readonly open: 'comments' | null
  /** A comment that is to be shown, as from a mail. */
  readonly shown: string | null
  /** How many open threads are about each element of the flow, by its id. */
  readonly counts: ReadonlyMap<string, number>
  /** How many open threads there are, of the whole flow as well. */
  readonly openThreads: number
  /** Rises whenever something was written, changed or resolved here: those who draw along are told. */
  readonly written: number
  /** Rises whenever one wants to write: the field for a new comment takes the focus. */
  readonly asked: number
}

const NO_COUNTS: CommentsState['counts'] = new Map()

/** What the editor knows of the comments on its flow. */
export const createComments = () =>
  createStore<CommentsState>()(() => ({
    open: null,
    shown: null,
    counts: NO_COUNTS,
    openThreads: 0,
    written: 0,
    asked: 0,
  }))

interface WithComments {
  readonly stateOf: (create: typeof createComments) => ReturnType<typeof createComments>
}

/** Opens the panel, which shows what is about the selection. */
export const showComments = (session: WithComments): void =>
  session.stateOf(createComments).setState({ open: 'comments' })

/** Opens the panel to write. */
export const askForComment = (session: WithComments): void =>
  session.stateOf(createComments).setState(({ asked }) => ({ open: 'comments', asked: asked + 1 }))

/** Notes that the comments were changed here. */
export const noteWritten = (session: WithComments): void =>
  session.stateOf(createComments).setState(({ written }) => ({ written: written + 1 }))
