import { type Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness'
import type { Database } from '../../database/database.ts'
import type { Logger } from '../../logger.ts'

/** The origin of what other servers tell. */
export const FROM_SERVER = 'server'
/** Cursors of other servers move a little less often. */
const RELAY_MS = 100
/** In characters: PostgreSQL takes messages below 8,000 bytes. */
const MAX_LENGTH = 7_500
const TELL = 'awareness'
const ASK = 'ask'

interface RelayOptions {
  database: Database
  logger: Logger
  /** The awareness of a flow that has sockets here. */
  find: (flowId: string) => Awareness | undefined
}

/** Tells the cursors of this server to the others, and the others' to this one. Does nothing where there is one server. */
export function createAwarenessRelay({ database: { messages, read }, logger, find }: RelayOptions) {
  const changed = new Map<string, Set<number>>()
  let timer: NodeJS.Timeout | undefined

  function send(text: string) {
    messages?.send(read, text).catch((error) => logger.warn({ error }, 'cursors could not be told to other servers'))
  }

  function tell() {
    clearTimeout(timer)
    timer = undefined
    for (const [flowId, clients] of changed) {
      const awareness = find(flowId)
      const known = awareness ? [...clients].filter((client) => awareness.meta.has(client)) : []
      if (!awareness || known.length === 0) continue
      const textOf = (clients: number[]) =>
        [TELL, flowId, Buffer.from(encodeAwarenessUpdate(awareness, clients)).toString('base64')].join(' ')
      const all = textOf(known)
      const texts = all.length <= MAX_LENGTH ? [all] : known.map((client) => textOf([client]))
      for (const text of texts) if (text.length <= MAX_LENGTH) send(text)
    }
    changed.clear()
  }

  function add(flowId: string, clients: Iterable<number>) {
    const pending = changed.get(flowId) ?? new Set()
    for (const client of clients) pending.add(client)
    changed.set(flowId, pending)
    timer ??= setTimeout(tell, RELAY_MS)
  }

  function hear(message: string) {
    const [kind, flowId = '', bytes = ''] = message.split(' ')
    const awareness = find(flowId)
    if (!awareness) return
    if (kind === TELL) applyAwarenessUpdate(awareness, Buffer.from(bytes, 'base64'), FROM_SERVER)
    if (kind === ASK) add(flowId, awareness.getStates().keys())
  }

  return {
    /** Passes on what clients of this server changed; who left is told at once, as the last one takes the document along. */
    pass(flowId: string, { changed: clients, left }: { changed: readonly number[]; left: readonly number[] }) {
      if (!messages) return
      add(flowId, [...clients, ...left])
      if (left.length > 0) tell()
    },
    /** Asks the other servers for the cursors of a flow. */
    ask(flowId: string) {
      if (messages) send(`${ASK} ${flowId}`)
    },
    start: () => messages?.listen(hear) ?? (() => {}),
    stop: () => clearTimeout(timer),
  }
}
