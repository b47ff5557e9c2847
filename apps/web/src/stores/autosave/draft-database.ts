import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { LeftView } from '../left-view.ts'
import { BOARD_SCHEMA, type BoardRecord, readRecord } from './draft-record.ts'
import type { PartChanges, StoredPart } from './flow-parts.ts'

interface Boards extends DBSchema {
  boards: { key: string; value: BoardRecord; indexes: { owner: string } }
  /** What is drawn, in parts, by the id of its board. */
  contents: { key: [board: string, list: string, index: number]; value: string }
  /** Whose session a token is: by the token's digest, the owner. */
  sessions: { key: string; value: string }
}

const NAME = 'plimsoll-boards'
/** A storage that has not answered by then counts as broken. */
const PATIENCE_MS = 5_000
/** The patience is counted in so many steps: a page that was too busy to hear an answer has waited for one of them only. */
const STEPS = 10
const DAY_MS = 86_400_000
const KEPT_FOR_DAYS = 30

/** A later version of the product has changed the storage: this page must not write to it any more. */
export class OutdatedError extends Error {}

let opening: Promise<IDBPDatabase<Boards>> | null = null
let onOutdated = () => {}

/** Calls `tell` when another tab brings a later version of the storage. */
export function followVersion(tell: () => void): void {
  onOutdated = tell
}

function database(): Promise<IDBPDatabase<Boards>> {
  opening ??= open()
  return opening
}

async function open(): Promise<IDBPDatabase<Boards>> {
  try {
    return await inTime(
      openDB<Boards>(NAME, BOARD_SCHEMA, {
        upgrade: (db) => {
          db.createObjectStore('boards', { keyPath: 'id' }).createIndex('owner', 'owner')
          db.createObjectStore('contents')
          db.createObjectStore('sessions')
        },
        blocking: (_current, _blocked, event) => {
          ;(event.target as IDBDatabase).close()
          onOutdated()
        },
        terminated: forgetConnection,
      }),
    )
  } catch (error) {
    forgetConnection()
    throw error instanceof DOMException && error.name === 'VersionError' ? new OutdatedError() : error
  }
}

function forgetConnection(): void {
  opening = null
}

/** What `ask` makes of the open database; a connection that turns out to be dead is opened anew the next time. */
async function use<T>(ask: (db: IDBPDatabase<Boards>) => Promise<T>): Promise<T> {
  const db = await database()
  try {
    return await inTime(ask(db))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') forgetConnection()
    throw error
  }
}

/** What a write starts from: the board as it was last written, known by when it was changed (ms since 1970); null: none. */
export type WriteBase = { readonly changedAt: number } | null

/**
 * Writes a board with the changes to what is drawn on it, both or neither. Gives back false, and writes nothing, when what is stored
 * is not `base`: then the whole board has to be written.
 */
export function putBoard(record: BoardRecord, { put, remove }: PartChanges, base: WriteBase): Promise<boolean> {
  const { id } = record
  return use(async (db) => {
    const write = db.transaction(['boards', 'contents'], 'readwrite')
    const [boards, contents] = [write.objectStore('boards'), write.objectStore('contents')]
    if (base !== null && (await boards.get(id))?.changedAt !== base.changedAt) return false
    await Promise.all([
      base === null ? contents.delete(partsOf(id)) : null,
      ...remove.map((key) => contents.delete([id, ...key])),
      ...put.map(({ key, text }) => contents.put(text, [id, ...key])),
      boards.put(record),
      write.done,
    ])
    return true
  })
}

const partsOf = (board: string): IDBKeyRange => IDBKeyRange.bound([board], [board, []])

/** Notes that the user of a board went on to another one. */
export const markLeft = (id: string): Promise<void> => changeRecord(id, { isLeft: true })

/** Notes how the view of a board was left. */
export const putView = (id: string, view: LeftView): Promise<void> => changeRecord(id, { view })

function changeRecord(id: string, changes: Partial<BoardRecord>): Promise<void> {
  return use(async (db) => {
    const { store, done } = db.transaction('boards', 'readwrite')
    const record = await store.get(id)
    await Promise.all([record && store.put({ ...record, ...changes }), done])
  })
}

/** The boards of a user, the last changed first. */
export function boardsOf(owner: string): Promise<BoardRecord[]> {
  return use(async (db) => {
    const found: unknown[] = await db.getAllFromIndex('boards', 'owner', owner)
    return found
      .map(readRecord)
      .filter((record) => record !== null)
      .sort((a, b) => b.changedAt - a.changedAt)
  })
}

/** Whether anybody's board is kept here. */
export async function anyBoards(): Promise<boolean> {
  return (await use((db) => db.count('boards'))) > 0
}

/** What is drawn on a board, in parts and in their order; none when there is no board with this id. */
export function contentOf(id: string): Promise<StoredPart[]> {
  return use(async (db) => {
    const { store } = db.transaction('contents')
    const [keys, values] = await Promise.all([store.getAllKeys(partsOf(id)), store.getAll(partsOf(id))])
    return keys.map(([, list, index], place) => ({ key: [list, index], text: String(values[place]) }))
  })
}

export function removeBoards(ids: readonly string[]): Promise<void> {
  return use(async (db) => {
    const write = db.transaction(['boards', 'contents'], 'readwrite')
    const [boards, contents] = [write.objectStore('boards'), write.objectStore('contents')]
    await Promise.all([...ids.flatMap((id) => [boards.delete(id), contents.delete(partsOf(id))]), write.done])
  })
}

/** Clears away boards of anybody that were last changed more than 30 days ago and are on no screen. `now` in ms since 1970. */
export async function removeOldBoards(now: number, isShown: (board: string) => boolean): Promise<void> {
  const all: unknown[] = await use((db) => db.getAll('boards'))
  const old = all
    .map(readRecord)
    .filter((record) => record !== null)
    .filter(({ id, changedAt }) => changedAt < now - KEPT_FOR_DAYS * DAY_MS && !isShown(id))
  if (old.length > 0) await removeBoards(old.map(({ id }) => id))
}

/** Whose session this is, if it was noted here. */
export function ownerOfSession(digest: string): Promise<unknown> {
  return use((db) => db.get('sessions', digest))
}

/** Notes whose session this is. There is one at a time. */
export function noteSession(digest: string, owner: string): Promise<void> {
  return use(async (db) => {
    const { store, done } = db.transaction('sessions', 'readwrite')
    await Promise.all([store.clear(), store.put(owner, digest), done])
  })
}

export function forgetSessions(): Promise<void> {
  return use((db) => db.clear('sessions'))
}

function inTime<T>(pending: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let step = 0
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      step += 1
      if (step > STEPS) reject(new Error('The storage of this device does not answer.'))
      else timer = setTimeout(wait, PATIENCE_MS / STEPS)
    }
    wait()
    pending.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
