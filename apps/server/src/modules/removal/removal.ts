import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { inSlices } from '../../database/slices.ts'
import type { Logger } from '../../logger.ts'
import { findClosed, removeSlice } from './removal.repository.ts'

const RETRY_MS = 5_000

export interface Removal {
  /** Looks for closed accounts now. */
  wake(): void
  /** Ends after the present slice. What is left goes after the next start. */
  stop(): Promise<void>
}

/** Removes what closed accounts have stored, in slices, with as much time between them as they take. */
export function startRemoval({ database, logger }: { database: Database; logger: Logger }): Removal {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let isAsked = false

  async function run() {
    while (isAsked && !stopping.signal.aborted) {
      isAsked = false
      try {
        await removeClosed(database, stopping.signal)
      } catch (error) {
        if (stopping.signal.aborted) return
        logger.warn({ error }, 'what a deleted account had stored could not be removed yet')
        isAsked = true
        await delay(RETRY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      }
    }
  }

  function wake() {
    isAsked = true
    running ??= run().finally(() => {
      running = undefined
      if (isAsked && !stopping.signal.aborted) wake()
    })
  }

  wake()
  return {
    wake,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function removeClosed(database: Database, stopped: AbortSignal): Promise<void> {
  let isAny = false
  for (;;) {
    const userId = await findClosed(database.read)
    if (userId === undefined) break
    isAny = true
    await inSlices(database, { stopped, work: (queries) => removeSlice(queries, userId) })
    if (stopped.aborted) return
  }
  if (isAny) await database.purgeDeleted()
}
