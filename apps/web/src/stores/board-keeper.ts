import { profileQuery } from '../shared/api/profile.ts'
import { queryClient } from '../shared/api/query-client.ts'
import { hasUnsavedChanges, useDiagram } from './diagram.ts'
import { useSession } from './session.ts'
import { hasUnsavedWork, knowUnsavedWork } from './unsaved-work.ts'

/** What is drawn before the server has said whose it is would be lost with the session: the first waits are short. */
const askAgainMs = [1_000, 2_000, 5_000] as const
const askAgainAtLastMs = 10_000

type Board = Parameters<ReturnType<typeof useDiagram.getState>['restore']>[0]

/** Whose work the board shows, by the account's address; null until the server has said who is signed in. */
let owner: string | null = null

/** The board of a session that ended by itself. It waits for the same user. */
let kept: { readonly owner: string; readonly board: Board } | null = null

/**
 * Asks whose session this is, once for each session, and brings back what the same user had on the board when the last one ended by
 * itself. What another user left is dropped.
 */
export async function learnBoardOwner(attempt = 0): Promise<void> {
  const { token } = useSession.getState()
  if (token === null) return
  const profile = await queryClient.fetchQuery({ ...profileQuery, retry: false }).catch(() => null)
  if (token !== useSession.getState().token) return
  if (profile === null) {
    const wait = askAgainMs[attempt] ?? askAgainAtLastMs
    setTimeout(() => token === useSession.getState().token && learnBoardOwner(attempt + 1), wait)
    return
  }
  owner = profile.email
  const isOwn = kept?.owner === owner
  const board = kept?.board
  kept = null
  if (isOwn && board && useDiagram.getState().flow.nodes.length === 0) useDiagram.getState().restore(board)
}

/** Leaves nothing on the board and nothing that waits, because its user has gone. */
export function forgetBoard(): void {
  owner = null
  kept = null
  useDiagram.getState().reset()
}

function putBoardAside(): void {
  const { flow, saved, savedContent, reset } = useDiagram.getState()
  if (owner !== null && flow.nodes.length > 0) kept = { owner, board: { flow, saved, savedContent } }
  owner = null
  reset()
}

useSession.subscribe(({ token }, previous) => {
  if (token === previous.token) return
  if (previous.token !== null) putBoardAside()
  if (token !== null && kept !== null) void learnBoardOwner()
})

knowUnsavedWork(() => {
  const board = useDiagram.getState()
  return hasUnsavedChanges(board) && (board.flow.nodes.length > 0 || board.saved !== null)
})

// A reload would lose what the page alone keeps, also while it waits on the login page for its user.
addEventListener('beforeunload', (event) => {
  if (kept !== null || hasUnsavedWork()) event.preventDefault()
})
