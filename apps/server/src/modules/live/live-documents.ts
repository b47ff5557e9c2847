import * as Y from 'yjs'
import { every } from './every.ts'
import type { LiveActions } from './live.actions.ts'
import { LIVE_TIMES } from './live.policy.ts'
import { listPositions, listUnsaved } from './live.repository.ts'
import { type LiveDocument, type LiveDocumentOptions, openLiveDocument } from './live-document.ts'

export interface LiveDocuments extends LiveActions {
  /** Loads a document that sockets share. */
  open(flowId: string, doc: Y.Doc): Promise<void>
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
export function createLiveDocuments(options: LiveDocumentOptions): LiveDocuments {
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
    const since = { quietSince: time - LIVE_TIMES.quietMs, unsavedSince: time - LIVE_TIMES.unsavedMs }
    for (const { flow_id } of await listUnsaved(database.read, since)) {
      await use(flow_id, (live) => saveNow(live, flow_id))
    }
  }

  const warn = (error: unknown) => logger.warn({ error }, 'flows that are drawn together could not be looked at')

  return {
    find,
    changed,
    saveWaiting,

    async open(flowId, doc) {
      const live = await openLiveDocument(options, flowId, doc)
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
