import { createStore } from 'zustand/vanilla'

interface CommentsState {
  /** Whether the panel is open. */
  readonly open: 'comments' | null
  /** A comment that is to be shown, as from a mail. */
  readonly shown: string | null
  /** How many open threads are about each element of the flow, by its id. */
  readonly counts: ReadonlyMap<string, number>
  /** Rises whenever one wants to write: the field for a new comment takes the focus. */
  readonly asked: number
}

const NO_COUNTS: CommentsState['counts'] = new Map()

/** What the editor knows of the comments on its flow. */
export const createComments = () =>
  createStore<CommentsState>()(() => ({ open: null, shown: null, counts: NO_COUNTS, asked: 0 }))

interface WithComments {
  readonly stateOf: (create: typeof createComments) => ReturnType<typeof createComments>
}

/** Opens the panel, which shows what is about the selection. */
export const showComments = (session: WithComments): void =>
  session.stateOf(createComments).setState({ open: 'comments' })

/** Opens the panel to write. */
export const askForComment = (session: WithComments): void =>
  session.stateOf(createComments).setState(({ asked }) => ({ open: 'comments', asked: asked + 1 }))
