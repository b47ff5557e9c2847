import { isDeepStrictEqual } from 'node:util'
import { applyToDocument, type Content, createDocument, mendDocument, readContent } from '@plimsoll/collaboration'
import type { SaveFault } from '@plimsoll/contract'
import * as Y from 'yjs'
import type { Database, Queries } from '../../database/database.ts'
import { searchText } from '../../database/library-entry.ts'
import { ApiError } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import { authorizeIn } from '../sharing/authorize.ts'
import { replaceFlow, type StorageBounds } from '../versions/replace-flow.ts'
import { noteFailedSave } from './failed-saves.repository.ts'
import { LIVE_BOUNDS, LIVE_TIMES } from './live.policy.ts'
import {
  addLive,
  addUpdates,
  findKeptVersion,
  findLive,
  findStored,
  foldUpdates,
  listPositions,
  listUpdates,
  moveVersion,
} from './live.repository.ts'
import type { RoomOfOwners } from './room-of-owners.ts'
import { saveFaultOf } from './save-fault.ts'
import { headingOf, packContent, readStored } from './stored-content.ts'

/** Origins of what reaches a document otherwise than by a socket: from the log, and by the server itself. */
const FROM_LOG = { source: 'local', skipStoreHooks: true } as const
const BY_SERVER = { source: 'local', skipStoreHooks: false } as const

const ATTEMPTS = 5

export interface LiveDocumentOptions extends StorageBounds {
  room: RoomOfOwners
  database: Database
  logger: Logger
  now: () => number
}

export interface SavedFlow {
  packed: Uint8Array<ArrayBuffer>
  content: Content
  version: number
  /** The version that has what was drawn before another one was restored. */
  replaced?: number
}

export interface AskedSave {
  userId: string
  note?: string | undefined
  /** What the version changes of the document. */
  change: Partial<Content>
  /** The version whose content that is: what is drawn becomes a version of its own before. */
  restoredFrom?: number
}

interface SaveOptions {
  /** Who asks for a version, which is made even if nothing changed. Without it the last one who drew is its author. */
  asked?: AskedSave
}

/** A flow that is drawn together, as far as this server has it. */
export interface LiveDocument {
  readonly doc: Y.Doc
  /** Whether it has grown so large that nothing more is taken in. */
  readonly isFull: boolean
  /** Why it is not in a version of the flow, since a save failed. */
  readonly fault: SaveFault | null
  /** Stores an update in the log and applies it then. Returns false where the user may not save the flow. */
  append(data: Uint8Array, userId: string, origin: unknown): Promise<boolean>
  /** Takes in what others have written: the log, and saves of the flow past this document. */
  catchUp(): Promise<void>
  /** Puts the content into the flow as a version where it differs, and replaces the log by the state. */
  save(options?: SaveOptions): Promise<SavedFlow | undefined>
  /** Whether others have written more than the document has. */
  isBehind(position: { last_seq: number; flow_version: number; save_fault: SaveFault | null }): boolean
  content(): Content
  /** Resolves when everything that came in so far is stored. */
  settle(): Promise<void>
  close(): void
}

interface Waiting {
  data: Uint8Array
  /** Null: the server. */
  userId: string | null
  origin: unknown
  resolve(isStored: boolean): void
  reject(error: unknown): void
}

/**
 * Loads a document into an empty Yjs document, from its log or else from the flow. Updates are in the log before they are in the
 * document, several of them in one transaction while the disk is busy. See docs/decisions/0253. Throws 'resource/not-found', and
 * 'validation/storage' where the owner has no room for a document.
 */
export async function openLiveDocument(
  { database, logger, now, room, versionBytesPerUser, quotaBytesPerUser }: LiveDocumentOptions,
  flowId: string,
  doc: Y.Doc,
  onFault: (fault: SaveFault | null) => void = () => {},
): Promise<LiveDocument> {
  /** The last update, and the version of the flow, that the document has in it. */
  let seq = 0
  let version = 0
  let author: string | null = null
  /** At least; the size is only measured where this exceeds the bound. */
  let bytes = 0
  let waiting: Waiting[] = []
  let turn: Promise<unknown> = Promise.resolve()
  let mending: NodeJS.Timeout | undefined
  let mendMs = 0
  let isClosed = false
  /** Why the last save failed. */
  let fault: SaveFault | null = null

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  /** What cannot be applied is left out, everywhere: it must not keep the rest from being read. */
  function apply(data: Uint8Array, origin: unknown) {
    bytes += data.length
    try {
      Y.applyUpdate(doc, data, origin)
    } catch (error) {
      logger.error({ error, flowId }, 'an update of a flow could not be applied')
    }
  }

  async function load() {
    const live = (await findLive(database.read, flowId)) ?? (await addFrom(flowId))
    apply(live.state, FROM_LOG)
    seq = live.base_seq
    version = live.version
    await takeIn(live.last_seq)
  }

  async function addFrom(flowId: string) {
    const stored = await findStored(database.read, flowId)
    if (!stored) throw new ApiError('resource/not-found')
    const made = createDocument(await readStored(stored.packed))
    const row = { version: stored.version, base_seq: 0, last_seq: 0, state: Buffer.from(Y.encodeStateAsUpdate(made)) }
    made.destroy()
    // Another one may have been made meanwhile.
    return database.write(async (queries) => {
      await addLive(queries, { ...row, flow_id: flowId, changed_at: now() })
      await room.take(queries, stored.user_id, row.state.length)
      return (await findLive(queries, flowId)) ?? row
    })
  }

  /** Applies the log up to an update, or the state where the log begins later by now. */
  async function takeIn(last: number) {
    while (seq < last) {
      const updates = await listUpdates(database.read, flowId, seq)
      if (updates[0]?.seq === seq + 1) {
        for (const { data, user_id } of updates) {
          apply(data, FROM_LOG)
          author = user_id ?? author
        }
        seq = updates.at(-1)?.seq ?? seq
      } else {
        const live = await findLive(database.read, flowId)
        if (!live || live.base_seq <= seq) return
        apply(live.state, FROM_LOG)
        seq = live.base_seq
      }
    }
  }

  async function storeWaiting() {
    const batch = waiting
    waiting = []
    try {
      await store(batch)
    } catch (error) {
      // What the server mends is stored also where there is no room for more.
      const own = isStorageFull(error) ? batch.filter(({ userId }) => userId === null) : []
      for (const entry of batch) if (!own.includes(entry)) entry.reject(error)
      if (own.length > 0) await store(own).catch((another) => own.map(({ reject }) => reject(another)))
    }
  }

  async function store(batch: readonly Waiting[]) {
    const { last, stored } = await database.write(async (queries) => {
      const { stored, ownerId } = await allowed(queries, batch)
      const last = stored.length > 0 ? await addUpdates(queries, { flowId, updates: stored, now: now() }) : undefined
      if (last !== undefined && ownerId) await room.take(queries, ownerId, lengthOf(stored))
      if (last !== undefined) await database.messages?.send(queries, flowId)
      return { last, stored }
    })
    if (last !== undefined) {
      // In between are those of other servers.
      await takeIn(last - stored.length)
      for (const { data, origin, userId } of stored) {
        apply(data, origin)
        author = userId ?? author
      }
      seq = Math.max(seq, last)
      if (stored.some(({ userId }) => userId !== null)) mendSoon()
    }
    for (const entry of batch) entry.resolve(last !== undefined && stored.includes(entry))
  }

  /** Those whose senders may save the flow, and whose flow it is. */
  async function allowed(queries: Queries, batch: readonly Waiting[]) {
    let ownerId: string | undefined
    const users = new Set(batch.map(({ userId }) => userId))
    for (const userId of users) {
      if (userId === null) continue
      try {
        const access = await authorizeIn(queries, { userId, flowId, action: 'save', now: now() })
        ownerId = access.ownerId
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        users.delete(userId)
      }
    }
    return { stored: batch.filter(({ userId }) => users.has(userId)), ownerId }
  }

  function append(data: Uint8Array, userId: string | null, origin: unknown): Promise<boolean> {
    return new Promise((resolve, reject) => {
      waiting.push({ data, userId, origin, resolve, reject })
      if (waiting.length === 1) void inTurn(storeWaiting)
    })
  }

  /** Takes a bounded share of the time, however large the document is. */
  function mendSoon() {
    mending ??= setTimeout(
      () => {
        mending = undefined
        if (isClosed) return
        const start = performance.now()
        try {
          mendDocument(doc, BY_SERVER)
        } catch (error) {
          logger.error({ error, flowId }, 'a flow that is drawn together could not be mended')
        }
        mendMs = performance.now() - start
      },
      LIVE_TIMES.mendMs + LIVE_TIMES.mendShare * mendMs,
    )
  }

  const appendOwn = (update: Uint8Array, origin: unknown) => {
    if (origin !== BY_SERVER) return
    append(update, null, FROM_LOG).catch((error) => logger.warn({ error, flowId }, 'a repair could not be stored'))
  }

  /** A save of the flow by the API becomes a change of the document: what it changed since the version that it began with. */
  async function takeInFlow() {
    const stored = await findStored(database.read, flowId)
    if (!stored || stored.version === version) return
    const base = await findKeptVersion(database.read, flowId, version)
    const scratch = new Y.Doc()
    Y.applyUpdate(scratch, Y.encodeStateAsUpdate(doc))
    const before = base ? await readStored(base) : readContent(scratch).content
    const vector = Y.encodeStateVector(scratch)
    applyToDocument(scratch, before, await readStored(stored.packed))
    const data = Y.encodeStateAsUpdate(scratch, vector)
    scratch.destroy()
    const last = await database.write(async (queries) => {
      const isMoved = await moveVersion(queries, flowId, { from: version, to: stored.version })
      if (!isMoved) return undefined
      await database.messages?.send(queries, flowId)
      return addUpdates(queries, { flowId, updates: [{ userId: null, data }], now: now() })
    })
    if (last === undefined) return
    version = stored.version
    await takeIn(last)
  }

  async function catchUpNow() {
    const [at] = await listPositions(database.read, [flowId])
    if (!at) return
    await takeIn(at.last_seq)
    version = Math.max(version, at.version)
    setFault(at.save_fault)
    if (at.flow_version > version) await takeInFlow()
  }

  const catchUp = () => inTurn(catchUpNow)

  async function attemptSave({ asked }: SaveOptions): Promise<SavedFlow | 'again' | undefined> {
    const stored = await findStored(database.read, flowId)
    if (!stored) return undefined
    if (stored.version !== version) return 'again'
    const [upTo, fromVersion] = [seq, version]
    const { content } = readContent(doc)
    const state = Y.encodeStateAsUpdate(doc)
    bytes = state.length
    const before = await readStored(stored.packed)
    const heading = headingOf(content, stored)
    const isChanged = asked !== undefined || !isDeepStrictEqual(before, { ...content, ...heading })
    const time = now()
    const next = { id: flowId, version: fromVersion + 1, createdAt: stored.created_at, updatedAt: time, ...heading }
    const packed = isChanged ? await packContent(content, next) : stored.packed
    const isDone = await database.write(async (queries) => {
      const fold = { flowId, seq: upTo, fromVersion, version: isChanged ? next.version : fromVersion, state, now: time }
      if (!(await foldUpdates(queries, fold))) return false
      if (isChanged)
        await replaceFlow(queries, {
          ...{ id: flowId, userId: stored.user_id, authorId: asked?.userId ?? author, fromVersion },
          changes: {
            ...{ ...heading, packed, updated_at: time },
            node_count: content.flow.nodes.length,
            edge_count: content.flow.edges.length,
          },
          words: searchText({ ...content, ...heading }, content.flow.nodes),
          about: { note: asked?.note, restored_from: asked?.restoredFrom ?? null },
          bounds: { versionBytesPerUser, quotaBytesPerUser },
        })
      return true
    })
    if (!isDone) return 'again'
    const saved = isChanged ? next.version : fromVersion
    version = Math.max(version, saved)
    setFault(null)
    return { packed, content, version: saved }
  }

  function setFault(next: SaveFault | null) {
    if (next === fault) return
    fault = next
    onFault(fault)
  }

  async function noteFailure(error: unknown) {
    const found = saveFaultOf(error)
    if (!found) return
    const isUnsaved = await database.write(async (queries) => {
      const isNoted = await noteFailedSave(queries, flowId, { fault: found, now: now(), ...LIVE_TIMES })
      if (isNoted) await database.messages?.send(queries, flowId)
      return isNoted
    })
    if (isUnsaved) setFault(found)
  }

  async function save(options: SaveOptions = {}) {
    try {
      return await saveNow(options)
    } catch (error) {
      await noteFailure(error).catch((another) => logger.warn({ error: another, flowId }, 'a failure is not noted'))
      throw error
    }
  }

  async function saveNow(options: SaveOptions): Promise<SavedFlow | undefined> {
    const { asked } = options
    const replaced = asked?.restoredFrom === undefined ? undefined : await saveNow({})
    if (asked) {
      const before = asked.restoredFrom === undefined ? readContent(doc).content : replaced?.content
      if (!before) return undefined
      // As the server's own: the caller was allowed to save. What was drawn since then stays.
      applyToDocument(doc, before, { ...before, ...asked.change }, BY_SERVER)
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await settle()
      await catchUp()
      const saved = await attemptSave(options).catch((error) => {
        if (error instanceof ApiError && error.code === 'resource/conflict') return 'again' as const
        if (error instanceof ApiError && error.code === 'resource/not-found') return undefined
        throw error
      })
      if (saved !== 'again') return saved && replaced ? { ...saved, replaced: replaced.version } : saved
    }
    throw new ApiError('api/busy', { headers: { 'retry-after': '1' } })
  }

  const settle = async () => {
    await turn
    if (waiting.length > 0) await inTurn(async () => {})
  }

  await load()
  doc.on('update', appendOwn)
  return {
    doc,
    get isFull() {
      if (bytes > LIVE_BOUNDS.document) bytes = Y.encodeStateAsUpdate(doc).length
      return bytes > LIVE_BOUNDS.document
    },
    get fault() {
      return fault
    },
    append,
    catchUp,
    save,
    isBehind: (at) => at.last_seq > seq || at.flow_version > version || at.save_fault !== fault,
    content: () => readContent(doc).content,
    settle,
    close() {
      isClosed = true
      clearTimeout(mending)
      doc.off('update', appendOwn)
    },
  }
}

const isStorageFull = (error: unknown) => error instanceof ApiError && error.code === 'validation/storage'

const lengthOf = (updates: readonly { data: Uint8Array }[]) => updates.reduce((sum, { data }) => sum + data.length, 0)
