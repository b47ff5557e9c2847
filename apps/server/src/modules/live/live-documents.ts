import type { SaveFault } from '@plimsoll/contract'
import * as Y from 'yjs'
import { every } from './every.ts'
import { listUnsaved } from './failed-saves.repository.ts'
import type { LiveActions } from './live.actions.ts'
import { LIVE_SWEEP, LIVE_TIMES } from './live.policy.ts'
import { listPositions } from './live.repository.ts'
import { type LiveDocument, type LiveDocumentOptions, openLiveDocument } from './live-document.ts'
import { createRoomOfOwners } from './room-of-owners.ts'

export interface LiveDocuments extends LiveActions {
  /** Loads a document that sockets share. Calls back when a save fails, for another reason than before, or succeeds after that. */
  open(flowId: string, doc: Y.Doc, onFault: (fault: SaveFault | null) => void): Promise<void>
  find(flowId: string): LiveDocument | undefined
  /** Saves a document that no socket shares any more; it is forgotten when it is destroyed. */
  close(flowId: string): Promise<void>
  /** Saves the flows that have waited for long, also those that a server which died has left. */
  saveWaiting(): Promise<void>
  /** Listens to other servers, and saves what has waited for long. */
  start(): void
  /** Saves every document, and stops. */
  stop(): Promise<void>
}

/** The documents that this server has open. */
export function createLiveDocuments(given: Omit<LiveDocumentOptions, 'room'>): LiveDocuments {
  const options = { ...given, room: createRoomOfOwners(given) }
  const { database, logger, now } = options
  const opened = new Map<string, LiveDocument>()
  let ends: (() => void)[] = []

  const find = (flowId: string) => opened.get(flowId)

  /** Does something with a document, which is opened for that alone where no socket shares it. */
  async function use<Result>(flowId: string, work: (live: LiveDocument) => Promise<Result>): Promise<Result> {
    const shared = find(flowId)
    if (shared) return work(shared)
    const doc = new Y.Doc()
    const own = await openLiveDocument(options, flowId, doc)
    try {
      return await work(own)
    } finally {
      own.close()
      doc.destroy()
    }
  }

  async function saveNow(live: LiveDocument, flowId: string) {
    await live.save().catch((error) => {
      // It stays in the log, from which the next attempt takes it.
      logger.error({ error, flowId }, 'a flow that is drawn together could not be saved')
    })
  }

  function changed(flowId: string) {
    find(flowId)
      ?.catchUp()
      .catch((error) => logger.warn({ error, flowId }, 'changes of a flow could not be read'))
  }

  /** Finds what others have written while a message was lost, or where there are none. */
  async function poll() {
    const ids = [...opened.keys()]
    if (ids.length === 0) return
    const positions = await listPositions(database.read, ids)
    for (const position of positions) if (find(position.flow_id)?.isBehind(position)) changed(position.flow_id)
  }

  async function saveWaiting() {
    const time = now()
    const due = { quietSince: time - LIVE_TIMES.quietMs, unsavedSince: time - LIVE_TIMES.unsavedMs, now: time }
    const fresh = await listUnsaved(database.read, { ...due, haveFailed: false, ...LIVE_SWEEP.fresh })
    const failed = await listUnsaved(database.read, { ...due, haveFailed: true, ...LIVE_SWEEP.failed })
    // One that cannot even be opened must not keep the others from being saved.
    for (const { flow_id } of [...fresh, ...failed]) await use(flow_id, (live) => saveNow(live, flow_id)).catch(warn)
  }

  const warn = (error: unknown) => logger.warn({ error }, 'flows that are drawn together could not be looked at')

  return {
    find,
    changed,
    saveWaiting,

    async open(flowId, doc, onFault) {
      const live = await openLiveDocument(options, flowId, doc, onFault)
      opened.set(flowId, live)
      doc.once('destroy', () => {
        live.close()
        if (find(flowId) === live) opened.delete(flowId)
      })
      await live.catchUp()
    },

    async close(flowId) {
      const live = find(flowId)
      if (live) await saveNow(live, flowId)
    },

    content: (flowId) =>
      use(flowId, async (live) => {
        await live.catchUp()
        return live.content()
      }),

    save: (flowId, asked) => use(flowId, (live) => live.save({ asked })),

    start() {
      ends = [every(LIVE_TIMES.sweepMs, saveWaiting, warn)]
      if (database.messages) ends.push(database.messages.listen(changed), every(LIVE_TIMES.pollMs, poll, warn))
    },

    async stop() {
      for (const end of ends.splice(0)) end()
      await Promise.all([...opened].map(([flowId, live]) => saveNow(live, flowId)))
    },
  }
}
