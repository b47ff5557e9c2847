import { EMPTY_FLOW, type Flow } from '@plimsoll/flow'
import { toast } from '../../shared/ui/toast.ts'
import { type Board, isBoardEmpty } from '../board.ts'
import { type DiagramState, hasUnsavedChanges, useDiagram } from '../diagram.ts'
import { type LeftView, leftView, noteView, useLeftView } from '../left-view.ts'
import { useSession } from '../session.ts'
import { hasUnsavedWork, knowUnsavedWork } from '../unsaved-work.ts'
import { resetKeeping, useKeeping } from './autosave-status.ts'
import { boardsOf, followVersion, markLeft, OutdatedError, removeOldBoards } from './draft-database.ts'
import type { BoardRecord } from './draft-record.ts'
import {
  dropPending,
  keepBoard,
  keepView,
  noteTrouble,
  noteWritten,
  type Snapshot,
  TRY_AGAIN_MS,
  writeNow,
} from './draft-writer.ts'
import { ownBoard, rememberOwnBoard } from './last-draft.ts'
import { followOpenFlow, tellVersion } from './open-elsewhere.ts'
import { learnOwner } from './session-owner.ts'
import { boardOf, storedFlow } from './stored-draft.ts'
import { boardsHeldElsewhere, claimBoard, releaseBoard } from './tab-locks.ts'

/** What is drawn before the server has said whose it is is kept nowhere: the first waits are short. */
const ASK_AGAIN_MS = [1_000, 2_000, 5_000] as const

const DAY_MS = 86_400_000

/** Whose work the board shows; null until that is known. */
let user: string | null = null
/** The same, once what this device keeps of it has been read: from then on it is written. */
let owner: string | null = null
/** The session that this goes for. */
let keptFor: string | null = null
let current = newId()
/** Boards that were left for another one, so that going back to one of them goes on with it. */
const leftBoards = new WeakMap<Flow, string>()
/** The board of a session that ended by itself. It waits for the same user, also where the storage fails. */
let waiting: Waiting | null = null

interface Waiting {
  readonly user: string
  readonly id: string
  readonly board: Board
  readonly view: LeftView | null
}

/** Brings back the board as its user left it, and keeps it from then on. Nothing is written before that. */
export function keepBoards(): void {
  const { token } = useSession.getState()
  if (token === null || token === keptFor) return
  keptFor = token
  void begin(token, 0)
}

async function begin(token: string, attempt: number): Promise<void> {
  const isOver = () => token !== keptFor
  const again = (ms: number) => void setTimeout(() => isOver() || void begin(token, attempt + 1), ms)

  const found = await learnOwner(token)
  if (isOver()) return
  user = found
  if (found === null) {
    useKeeping.setState({ trouble: 'owner' })
    return again(ASK_AGAIN_MS[attempt] ?? TRY_AGAIN_MS)
  }
  try {
    if (!bringBackWaiting(found)) await bringBack(found, isOver)
  } catch (error) {
    if (isOver()) return
    noteTrouble(error)
    return again(TRY_AGAIN_MS)
  }
  if (isOver()) return
  owner = found
  useKeeping.setState({ isReady: true, trouble: null })
  holdBoard()
  followOpenFlow(owner)
  if (useKeeping.getState().kept !== useDiagram.getState().flow) noteBoard()
  void clearAway().catch(() => {})
}

async function clearAway(): Promise<void> {
  const isHeld = await boardsHeldElsewhere()
  await removeOldBoards(Date.now(), (board) => isCurrent(board) || isHeld(board))
}

/** Whose boards this device keeps; null until that is known. */
export const boardOwner = (): string | null => owner

export const isCurrent = (id: string): boolean => id === current

/** Has this flow, once it is on the board, go on with the board that this device keeps of it. */
export function goOnWith(flow: Flow, id: string): void {
  leftBoards.set(flow, id)
}

/** Leaves nothing on the board and nothing that waits, because its user has gone. */
export function forgetBoard(): void {
  waiting = null
  dropPending()
  beginAnew()
}

async function bringBack(whose: string, isOver: () => boolean): Promise<void> {
  const records = await boardsOf(whose)
  const isHeld = await boardsHeldElsewhere()
  if (isOver()) return
  const ownId = ownBoard()
  const free = records.filter(({ id, isLeft }) => !isLeft && id !== current && !isHeld(id))
  const own = free.filter(({ id }) => id === ownId)
  if (isBoardInUse()) return leaveOut(own)

  const isAlone = !records.some(({ id }) => isHeld(id))
  const unsaved = free.filter(({ isUnsaved }) => isUnsaved)
  const recent = free.filter(({ changedAt }) => isAlone && changedAt > Date.now() - DAY_MS)
  for (const record of new Set([...own, ...unsaved, ...recent])) {
    if (!(await claimBoard(record.id))) continue
    const flow = await storedFlow(record.id)
    if (isOver() || isBoardInUse()) return releaseBoard()
    if (flow === null) continue
    current = record.id
    restore(boardOf(record, flow), record.view)
    noteWritten(current, flow)
    return
  }
  releaseBoard()
}

/** Brings back what this page itself put aside; gives back whether it did. What another user left here is let go of. */
function bringBackWaiting(whose: string): boolean {
  const found = waiting?.user === whose ? waiting : null
  waiting = null
  if (found === null || isBoardInUse()) return false
  current = found.id
  restore(found.board, found.view)
  return true
}

function restore(board: Board, view: LeftView | null): void {
  useDiagram.getState().restore(board)
  if (view) noteView(useDiagram.getState().opened, view)
}

/** The user went on to another board before this tab's own could be brought back. */
async function leaveOut(records: readonly BoardRecord[]): Promise<void> {
  for (const { id, isUnsaved } of records) {
    await markLeft(id)
    if (isUnsaved) toast.info('What you drew before is kept: see “Earlier boards” in the Load dialog.')
  }
}

function putBoardAside(): void {
  const { flow, saved, heading, savedContent, opened } = useDiagram.getState()
  const board = { flow, saved, heading, savedContent }
  waiting = user === null || !isBoardInUse() ? null : { user, id: current, board, view: leftView(opened) }
  void writeNow()
  beginAnew()
}

function beginAnew(): void {
  user = null
  owner = null
  keptFor = null
  current = newId()
  releaseBoard()
  followOpenFlow(null)
  resetKeeping()
  useDiagram.getState().reset()
}

function goOn(from: DiagramState, to: Board): void {
  const left = snapshotOf(from, { isLeft: true })
  keepBoard(current, left?.isUnsaved ? left : null)
  if (from.flow !== EMPTY_FLOW) leftBoards.set(from.flow, current)
  current = leftBoards.get(to.flow) ?? newId()
  holdBoard()
}

function holdBoard(): void {
  void claimBoard(current)
  rememberOwnBoard(current)
}

function noteBoard(): void {
  keepBoard(current, snapshotOf(useDiagram.getState(), { isLeft: false }))
}

function snapshotOf(board: DiagramState, { isLeft }: { isLeft: boolean }): Snapshot | null {
  const { flow, saved, heading, savedContent } = board
  if (owner === null || isEmpty(board)) return null
  const view = leftView(board.opened)
  const isUnsaved = flow !== savedContent
  return { id: current, owner, flow, saved, heading, view, isUnsaved, isLeft, changedAt: Date.now() }
}

const isBoardInUse = (): boolean => !isEmpty(useDiagram.getState())

const isEmpty = ({ flow, saved }: Board): boolean => saved === null && isBoardEmpty(flow)

/** A text that nobody else comes up with, in every context that browsers know. */
function newId(): string {
  return crypto.getRandomValues(new BigUint64Array(2)).join('-')
}

useDiagram.subscribe((state, previous) => {
  const isSame = (['flow', 'saved', 'heading', 'savedContent'] as const).every((part) => state[part] === previous[part])
  if (isSame || owner === null) return
  const isOther = state.opened !== previous.opened
  if (isOther) goOn(previous, state)
  noteBoard()
  if (isOther) void writeNow()
  followOpenFlow(owner)
  tellVersion(previous.saved)
})

useLeftView.subscribe(({ left }) => {
  if (left === null || owner === null || left.opened !== useDiagram.getState().opened) return
  // A view that cannot be kept is no loss to be told of.
  keepView(current, left.view).catch(() => {})
})

useSession.subscribe(({ token }, previous) => {
  if (token === previous.token) return
  if (previous.token !== null) putBoardAside()
  if (token !== null && waiting !== null) void keepBoards()
})

followVersion(() => noteTrouble(new OutdatedError()))

knowUnsavedWork(() => isBoardInUse() && hasUnsavedChanges(useDiagram.getState()))

addEventListener('pagehide', () => void writeNow())
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void writeNow())

// Where this device cannot keep it, what is unsaved would be lost with the page.
addEventListener('beforeunload', (event) => {
  if (waiting !== null || hasUnsavedWork()) event.preventDefault()
})
