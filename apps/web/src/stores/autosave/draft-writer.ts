import type { Flow } from '@plimsoll/flow'
import type { LeftView } from '../left-view.ts'
import type { Clock } from './clock.ts'
import { createDebounce } from './debounce.ts'
import { DRAFT_SCHEMA, type DraftRecord } from './draft-record.ts'
import { changeRecord, type DraftChange, type DraftStorage, OutdatedError } from './draft-storage.ts'
import { createFlowParts } from './flow-parts.ts'

const DEBOUNCE = { afterLastMs: 250, afterFirstMs: 450 }
/** How long to wait before storage that failed is tried again. */
export const RETRY_MS = 10_000

/** A document at one moment. Flows never change: keeping one costs nothing. */
export interface Draft extends Omit<DraftRecord, 'schema' | 'writer' | 'nodes' | 'edges'> {
  readonly flow: Flow
}

/** What storage holds of a draft, as far as this tab knows. */
interface Confirmed extends Omit<Draft, 'id' | 'view' | 'isLeft'> {
  readonly writer: string
}

/** The state of one draft. Null as a draft stands for its removal. */
interface Entry {
  /** The newest content that no write has begun with; undefined: none. */
  waiting: Draft | null | undefined
  /** What is being written; undefined: nothing. */
  writing: Draft | null | undefined
  /** Settles when nothing of this draft is being written any more. */
  done: Promise<void>
  confirmed: Confirmed | null
}

interface DraftWriterOptions {
  readonly storage: DraftStorage
  readonly clock: Clock
  /** The name of this page in records. */
  readonly writer: string
  readonly newId: () => string
  readonly onWritten: (id: string, draft: Draft | null) => void
  readonly onFailed: (error: unknown) => void
  /** Another tab has written the draft `id`: the content of this tab goes on as a draft of its own. */
  readonly onForked: (id: string, fork: string) => void
}

/** Writes drafts: one write of a draft at a time, always the newest content, and again after a failure. */
export function createDraftWriter(options: DraftWriterOptions) {
  const { storage, clock, writer, newId, onWritten, onFailed, onForked } = options
  const { changedParts, prepareParts } = createFlowParts(clock)
  const entries = new Map<string, Entry>()
  let cancelRetry = () => {}
  let isStopped = false
  const debounce = createDebounce(clock, () => void prepareAndFlush(), DEBOUNCE)

  function entryOf(id: string): Entry {
    const known = entries.get(id)
    if (known) return known
    const entry: Entry = { waiting: undefined, writing: undefined, done: Promise.resolve(), confirmed: null }
    entries.set(id, entry)
    return entry
  }

  /** Writes the draft soon; null removes it. */
  function save(id: string, draft: Draft | null): void {
    const entry = entryOf(id)
    if (draft === null && entry.confirmed === null && entry.writing === undefined) return void entries.delete(id)
    entry.waiting = draft
    debounce.call()
  }

  /** Stores a viewport: with the draft where that waits to be written, else at once. */
  async function saveView(id: string, view: LeftView): Promise<void> {
    const entry = isStopped ? undefined : entries.get(id)
    if (entry?.waiting) entry.waiting = { ...entry.waiting, view }
    else if (entry?.confirmed && entry.waiting === undefined) await changeRecord(storage, id, { view })
  }

  /** Notes that storage has this draft already. */
  function noteStored(record: DraftRecord, flow: Flow): void {
    entryOf(record.id).confirmed = { ...record, flow }
  }

  /** Writes at once what waits to be written. Resolves when all of it was tried once; never rejects. */
  async function flush(): Promise<void> {
    debounce.cancel()
    if (isStopped) return
    await Promise.all([...entries].map(([id, entry]) => start(id, entry)))
  }

  async function prepareAndFlush(): Promise<void> {
    for (const { waiting } of [...entries.values()]) if (waiting) await prepareParts(waiting.flow)
    await flush()
  }

  function start(id: string, entry: Entry): Promise<void> {
    if (entry.writing === undefined && entry.waiting !== undefined) entry.done = writeAll(id, entry)
    return entry.done
  }

  async function writeAll(id: string, entry: Entry): Promise<void> {
    while (entry.waiting !== undefined && !isStopped) {
      const draft = entry.waiting
      entry.writing = draft
      entry.waiting = undefined
      try {
        const isWritten = await write(id, draft, entry.confirmed)
        entry.writing = undefined
        if (isForgotten(id, entry)) return
        if (isWritten) confirm(id, entry, draft)
        else return fork(id, entry, draft)
      } catch (error) {
        entry.writing = undefined
        if (isForgotten(id, entry)) return
        if (entry.waiting === undefined) entry.waiting = draft
        return fail(error)
      }
    }
  }

  const isForgotten = (id: string, entry: Entry): boolean => entries.get(id) !== entry

  /** False when another tab has written the draft since. */
  async function write(id: string, draft: Draft | null, confirmed: Confirmed | null): Promise<boolean> {
    let isWritten = true
    await storage.change(id, (stored) => {
      const change = changeOf(stored, draft, confirmed)
      isWritten = change !== 'conflict'
      return change === 'conflict' ? 'leave' : change
    })
    return isWritten
  }

  function changeOf(
    stored: DraftRecord | null,
    draft: Draft | null,
    confirmed: Confirmed | null,
  ): DraftChange | 'conflict' {
    const isConfirmed =
      stored !== null && stored.writer === confirmed?.writer && stored.changedAt === confirmed.changedAt
    // A write of this page may have come through although it seemed to fail.
    if (stored !== null && !isConfirmed && stored.writer !== writer) return 'conflict'
    if (draft === null) return 'remove'
    if (stored?.writer === writer && stored.changedAt > draft.changedAt) return 'leave'
    const { flow, ...rest } = draft
    const put = { ...rest, writer, schema: DRAFT_SCHEMA, nodes: flow.nodes.length, edges: flow.edges.length }
    const base = isConfirmed && confirmed ? confirmed.flow : null
    return { put, parts: changedParts(flow, base), isWhole: base === null }
  }

  function confirm(id: string, entry: Entry, draft: Draft | null): void {
    if (draft !== null) entry.confirmed = { ...draft, writer }
    else if (entry.waiting === undefined) entries.delete(id)
    else entry.confirmed = null
    onWritten(id, draft)
  }

  function fork(id: string, entry: Entry, draft: Draft | null): void {
    entries.delete(id)
    const content = entry.waiting === undefined ? draft : entry.waiting
    const own = newId()
    onForked(id, own)
    if (content === null) return
    save(own, { ...content, id: own })
    void flush()
  }

  function fail(error: unknown): void {
    cancelRetry()
    if (error instanceof OutdatedError) isStopped = true
    else cancelRetry = clock.after(RETRY_MS, () => void flush())
    onFailed(error)
  }

  /** Forgets what is not written yet of these drafts; resolves when nothing of them is being written any more. */
  async function forget(ids: readonly string[]): Promise<void> {
    const forgotten = ids.map((id) => entries.get(id)).filter((entry) => entry !== undefined)
    for (const entry of forgotten) entry.waiting = undefined
    for (const id of ids) entries.delete(id)
    await Promise.all(forgotten.map(({ done }) => done))
  }

  /** What storage does not hold yet of a draft, or null. */
  function unwritten(id: string): Draft | null {
    const entry = entries.get(id)
    return (entry?.waiting === undefined ? entry?.writing : entry.waiting) ?? null
  }

  /** What this tab has written of a draft, or is about to write; null when it has nothing to do with it. */
  const newest = (id: string): Pick<Draft, 'owner' | 'saved' | 'heading' | 'isUnsaved'> | null =>
    unwritten(id) ?? entries.get(id)?.confirmed ?? null

  /** The drafts of a user that this tab has written or is about to write, and whether they are unsaved. */
  const draftsOf = (owner: string): { readonly id: string; readonly isUnsaved: boolean }[] =>
    [...entries.keys()].flatMap((id) => {
      const draft = newest(id)
      return draft?.owner === owner ? [{ id, isUnsaved: draft.isUnsaved }] : []
    })

  /** The drafts of a user that storage does not hold yet, the last changed first. */
  const unwrittenOf = (owner: string): Draft[] =>
    [...entries.keys()]
      .map(unwritten)
      .filter((draft) => draft?.owner === owner)
      .filter((draft) => draft !== null)
      .sort((a, b) => b.changedAt - a.changedAt)

  /** Writes nothing from now on. */
  function stop(): void {
    isStopped = true
    debounce.cancel()
    cancelRetry()
  }

  return { save, saveView, noteStored, flush, forget, unwritten, unwrittenOf, newest, draftsOf, stop }
}
