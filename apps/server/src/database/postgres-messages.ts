import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Messages } from './database.ts'

const CHANNEL = 'plimsoll'
const RETRY_MS = 1_000

interface MessageOptions {
  url: string
  onError: (error: Error) => void
}

/** Messages between servers by LISTEN and NOTIFY, over a connection of their own once somebody listens. */
export function createMessages({ url, onError }: MessageOptions): Messages & { close(): Promise<void> } {
  const listeners = new Set<(message: string) => void>()
  let connection: Promise<pg.Client | undefined> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  /** Tells the messages of this server, which it does not hear. */
  const sender = randomUUID()

  async function connect(): Promise<pg.Client | undefined> {
    const client = new pg.Client({ connectionString: url, application_name: 'plimsoll messages', keepAlive: true })
    client.on('error', onError)
    client.on('notification', ({ payload = '' }) => {
      if (payload.startsWith(sender)) return
      for (const listener of listeners) listener(payload.slice(sender.length))
    })
    client.on('end', () => {
      connection = undefined
      if (!isClosed) retry = setTimeout(open, RETRY_MS).unref()
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      return client
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
      // Ends the connection where there is one, which leads to the next attempt.
      await client.end().catch(() => {})
      return undefined
    }
  }

  function open() {
    connection ??= connect()
  }

  return {
    async send(queries, message) {
      await sql`select pg_notify(${CHANNEL}, ${sender + message})`.execute(queries)
    },
    listen(onMessage) {
      listeners.add(onMessage)
      open()
      return () => void listeners.delete(onMessage)
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await (await connection)?.end()
    },
  }
}
