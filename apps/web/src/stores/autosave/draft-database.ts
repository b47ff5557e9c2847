import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { DRAFT_SCHEMA, type DraftRecord, readRecord } from './draft-record.ts'
import { type DraftChange, type DraftStorage, OutdatedError } from './draft-storage.ts'
import type { SessionNotes } from './session-owner.ts'

/** The names of the database and its stores are older than the words used elsewhere: a board is a draft. */
interface Database extends DBSchema {
  boards: { key: string; value: DraftRecord; indexes: { owner: string } }
  /** The texts of a flow, in parts, by the id of its draft. */
  contents: { key: [draft: string, list: string, index: number]; value: string }
  /** Maps the digest of a token to the owner of its session. */
  sessions: { key: string; value: string }
}

const NAME = 'plimsoll-boards'
/** A storage that has not answered by then counts as broken. */
const TIMEOUT_MS = 5_000
/** The timeout is counted in so many steps: a page that was too busy to receive an answer has used up one of them only. */
const STEPS = 10

/** Keeps drafts in IndexedDB. Calls `onOutdated` when another tab brings a later version of the database. */
export function createDraftDatabase(onOutdated: () => void): DraftStorage & SessionNotes {
  let opening: Promise<IDBPDatabase<Database>> | null = null
  const forgetConnection = () => {
    opening = null
  }

  async function open(): Promise<IDBPDatabase<Database>> {
    try {
      return await inTime(
        openDB<Database>(NAME, DRAFT_SCHEMA, {
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

  /** What `ask` makes of the open database; a connection that turns out to be dead is opened anew the next time. */
  async function use<T>(ask: (db: IDBPDatabase<Database>) => Promise<T>): Promise<T> {
    opening ??= open()
    const db = await opening
    try {
      return await inTime(ask(db))
    } catch (error) {
      if (error instanceof DOMException && error.name === 'InvalidStateError') forgetConnection()
      throw error
    }
  }

  return {
    change: (id, decide) =>
      use(async (db) => {
        const transaction = db.transaction(['boards', 'contents'], 'readwrite')
        try {
          const records = transaction.objectStore('boards')
          const change = decide(readRecord(await records.get(id)))
          await Promise.all([...requestsOf(transaction, id, change), transaction.done])
        } catch (error) {
          abort(transaction)
          throw error
        }
      }),

    read: (id) =>
      use(async (db) => {
        const transaction = db.transaction(['boards', 'contents'])
        const contents = transaction.objectStore('contents')
        const [value, keys, texts] = await Promise.all([
          transaction.objectStore('boards').get(id),
          contents.getAllKeys(partsOf(id)),
          contents.getAll(partsOf(id)),
        ])
        const record = readRecord(value)
        if (record === null) return null
        return {
          record,
          parts: keys.map(([, list, index], position) => ({ key: [list, index], text: String(texts[position]) })),
        }
      }),

    records: (owner) =>
      use(async (db) => {
        const found: unknown[] = await (owner === undefined
          ? db.getAll('boards')
          : db.getAllFromIndex('boards', 'owner', owner))
        return found
          .map(readRecord)
          .filter((record) => record !== null)
          .sort((a, b) => b.changedAt - a.changedAt)
      }),

    ownerOfSession: (digest) => use((db) => db.get('sessions', digest)),

    noteSession: (digest, owner) =>
      use(async (db) => {
        const { store, done } = db.transaction('sessions', 'readwrite')
        await Promise.all([store.clear(), store.put(owner, digest), done])
      }),

    forgetSessions: () => use((db) => db.clear('sessions')),
  }
}

type WriteTransaction = IDBPTransaction<Database, ('boards' | 'contents')[], 'readwrite'>

function requestsOf(transaction: WriteTransaction, id: string, change: DraftChange): (Promise<unknown> | null)[] {
  const [records, contents] = [transaction.objectStore('boards'), transaction.objectStore('contents')]
  if (change === 'leave') return []
  if (change === 'remove') return [records.delete(id), contents.delete(partsOf(id))]
  const { put, parts, isWhole } = change
  return [
    // First: if it throws, no other request is left that the abort would reject.
    records.put(put),
    isWhole ? contents.delete(partsOf(id)) : null,
    ...parts.remove.map((key) => contents.delete([id, ...key])),
    ...parts.put.map(({ key, text }) => contents.put(text, [id, ...key])),
  ]
}

/** Without this, what was requested before an exception would be stored. */
function abort(transaction: WriteTransaction): void {
  transaction.done.catch(() => {})
  try {
    transaction.abort()
  } catch {
    // It has ended by itself.
  }
}

const partsOf = (draft: string): IDBKeyRange => IDBKeyRange.bound([draft], [draft, []])

function inTime<T>(pending: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let step = 0
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      step += 1
      if (step > STEPS) reject(new Error('The storage of this device does not answer.'))
      else timer = setTimeout(wait, TIMEOUT_MS / STEPS)
    }
    wait()
    pending.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
