import pg from 'pg'

const PROBE_MS = 2_000

interface SilenceOptions {
  url: string
  /** How long a statement may go unanswered before the database is asked whether it still works on it. */
  silentAfterMs: number
}

/**
 * Gives up a connection that has gone silent, as when a firewall forgets it: without that its statement waits for the kernel, a
 * quarter of an hour. A statement that takes long is left alone: another connection asks whether its backend is at work.
 */
export function giveUpSilent(client: pg.PoolClient, { url, silentAfterMs }: SilenceOptions) {
  async function isAtWork(): Promise<boolean> {
    const probe = new pg.Client({
      ...{ connectionString: url, application_name: 'plimsoll probe' },
      ...{ connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS },
    })
    probe.on('error', () => {})
    try {
      await probe.connect()
      const { processID: pid } = client as pg.PoolClient & { processID?: number }
      const active = "select 1 from pg_stat_activity where pid = $1 and state = 'active'"
      return (await probe.query(active, [pid])).rows.length > 0
    } catch {
      return false
    } finally {
      await probe.end().catch(() => {})
    }
  }

  async function watched<Result>(answer: Promise<Result>): Promise<Result> {
    let isAnswered = false
    let timer: NodeJS.Timeout | undefined
    const check = async () => {
      const isBusy = await isAtWork()
      if (isAnswered) return
      if (isBusy) watch()
      // With a statement under way this ends the socket, which fails the statement.
      else await (client as unknown as pg.Client).end().catch(() => {})
    }
    const watch = () => {
      timer = setTimeout(check, silentAfterMs)
    }
    watch()
    try {
      return await answer
    } finally {
      isAnswered = true
      clearTimeout(timer)
    }
  }

  return {
    query: (statement: pg.QueryConfig) => watched(client.query(statement)),
    release: () => client.release(),
  }
}
