import type { Flow } from '@plimsoll/flow'
import type { LeftView } from '../left-view.ts'
import { type Trouble, useKeeping } from './autosave-status.ts'
import { createWritePace } from './debounce.ts'
import { OutdatedError, putBoard, putView, removeBoards } from './draft-database.ts'
import { BOARD_SCHEMA, type BoardRecord } from './draft-record.ts'
import { changedParts, prepareParts } from './flow-parts.ts'

const PACE = { pauseMs: 250, atMostMs: 450 }
/** How long to wait before storage that failed is tried again. */
export const TRY_AGAIN_MS = 10_000

/** A board as it was at one moment. Flows never change: it costs nothing to have. */
export interface Snapshot extends Omit<BoardRecord, 'schema' | 'nodes' | 'edges'> {
  readonly flow: Flow
}

/** What is to be written, by board; null: the board is to be removed. */
const pending = new Map<string, Snapshot | null>()
/** What was last written of each board, as far as this page knows. */
const written = new Map<string, Snapshot | null>()
let retry: ReturnType<typeof setTimeout> | undefined

const pace = createWritePace(() => void prepareAndWrite(), PACE)

/** Writes the board soon; `null`: there is nothing to keep of it any more. */
export function keepBoard(id: string, snapshot: Snapshot | null): void {
  if (snapshot === null && !written.has(id)) return void pending.delete(id)
  pending.set(id, snapshot)
  pace.changed(performance.now())
}

/** Writes how the view of a board was left: with the board where that waits to be written, else at once. */
export async function keepView(id: string, view: LeftView): Promise<void> {
  const waiting = pending.get(id)
  if (waiting) pending.set(id, { ...waiting, view })
  else if (waiting === undefined && written.has(id)) await putView(id, view)
}

/** Notes that this device has the board already. */
export function noteWritten(id: string, flow: Flow): void {
  written.set(id, null)
  useKeeping.setState({ kept: flow })
}

/** Writes at once what is waiting to be written: the page may be gone in a moment. */
export async function writeNow(): Promise<void> {
  pace.cancel()
  if (useKeeping.getState().trouble === 'outdated') return
  const jobs = [...pending]
  pending.clear()
  await Promise.all(jobs.map(([id, snapshot]) => writeOne(id, snapshot)))
}

/** Lets go of what is not written yet. */
export function dropPending(): void {
  pace.cancel()
  clearTimeout(retry)
  pending.clear()
}

async function prepareAndWrite(): Promise<void> {
  for (const snapshot of [...pending.values()]) if (snapshot) await prepareParts(snapshot.flow)
  await writeNow()
}

async function writeOne(id: string, snapshot: Snapshot | null): Promise<void> {
  try {
    if (snapshot) await putSnapshot(snapshot)
    else await removeBoards([id])
    noteSuccess(id, snapshot)
  } catch (error) {
    if (!pending.has(id)) pending.set(id, snapshot)
    noteTrouble(error)
    clearTimeout(retry)
    retry = setTimeout(() => void writeNow(), TRY_AGAIN_MS)
  }
}

async function putSnapshot({ flow, ...rest }: Snapshot): Promise<void> {
  const record = { ...rest, schema: BOARD_SCHEMA, nodes: flow.nodes.length, edges: flow.edges.length }
  const base = written.get(rest.id) ?? null
  const isDone = await putBoard(record, changedParts(flow, base?.flow ?? null), base)
  if (!isDone) await putBoard(record, changedParts(flow, null), null)
}

function noteSuccess(id: string, snapshot: Snapshot | null): void {
  if (snapshot) written.set(id, snapshot)
  else written.delete(id)
  clearTimeout(retry)
  useKeeping.setState({ trouble: null, ...(snapshot && !snapshot.isLeft && { kept: snapshot.flow }) })
}

/** Says that this device keeps nothing, and why. */
export function noteTrouble(error: unknown): void {
  useKeeping.setState({ trouble: troubleOf(error) })
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof OutdatedError) return 'outdated'
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'storage'
}
