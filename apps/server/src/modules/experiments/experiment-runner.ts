import type { Database } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import type { Logger } from '../../logger.ts'
import { createInterruptibleDelay } from '../../mail/interruptible-delay.ts'
import { keepFigures } from '../versions/figures-of-experiments.ts'
import { type ClaimedExperiment, changeClaimed, claimExperiment } from './experiments.repository.ts'

const LEASE_MS = 15_000
/** So often the progress is written, and with it the lease renewed. */
const WRITE_MS = 1_000
/** Interval for finding experiments that other servers queued or left behind. */
const POLL_MS = 5_000
/** A request that ends its process each time is not begun for ever. */
const MOST_ATTEMPTS = 3

export interface Progress {
  readonly share: number
  readonly text: string
}

/** What a process made of an experiment: the response body of its result, packed, or why it cannot be run. */
export type Ran = { readonly result: Uint8Array<ArrayBuffer> } | { readonly refused: string }

/** Runs a packed request in a process of its own; rejects when that ends before its answer. */
export type RunInProcess = (
  request: Uint8Array<ArrayBuffer>,
  options: {
    /** Under which its row is claimed: it says whether the experiment is still wanted. */
    readonly claim: string
    readonly onProgress: (progress: Progress) => void
    readonly signal: AbortSignal
  },
) => Promise<Ran>

interface RunnerOptions {
  database: Database
  logger: Logger
  run: RunInProcess
  now: () => number
}

export interface ExperimentRunner {
  /** Looks for experiments now, and whether the one that runs is still wanted. */
  wake(): void
  /** Ends what runs; a server runs it again from its beginning, with the same result. */
  stop(): Promise<void>
}

/** Runs queued experiments, one at a time; any number of servers can share the queue. See docs/decisions/0230. */
export function startExperimentRunner({ database, logger, run, now }: RunnerOptions): ExperimentRunner {
  const delay = createInterruptibleDelay()
  let isStopping = false
  let running: { readonly abort: AbortController; readonly renew: () => Promise<void> } | null = null

  async function work() {
    while (!isStopping) {
      try {
        const claim = newId()
        const time = now()
        const claimed = await database.write((queries) =>
          claimExperiment(queries, { now: time, claim, leaseUntil: time + LEASE_MS }),
        )
        if (claimed) await finish(claimed, claim)
        else await delay.wait(POLL_MS)
      } catch (error) {
        logger.warn({ error }, 'the queue of experiments could not be worked on')
        await delay.wait(POLL_MS)
      }
    }
  }

  async function finish(claimed: ClaimedExperiment, claim: string) {
    const { id, user_id: userId, kind, request, attempts } = claimed
    const change = (changes: Parameters<typeof changeClaimed>[2]) =>
      database.write((queries) => changeClaimed(queries, claim, changes))
    const fail = (progress: string) => change({ state: 'failed', progress, result: null, finished_at: now() })
    const facts = { experimentId: id, userId, kind, attempts }
    if (attempts > MOST_ATTEMPTS) {
      logger.error(facts, 'an experiment is given up: it ended its process each time')
      await fail('It could not be run to its end.')
      return
    }
    const abort = new AbortController()
    let progress: Progress = { share: 0, text: '' }
    const renew = async () => {
      const changes = { share: progress.share, progress: progress.text, lease_until: now() + LEASE_MS }
      if (!(await change(changes))) abort.abort()
    }
    const warn = (error: unknown) => logger.warn({ error, ...facts }, 'the progress of an experiment was not written')
    running = { abort, renew: () => renew().catch(warn) }
    const timer = setInterval(() => running?.renew(), WRITE_MS)
    try {
      const ran = await run(request, {
        claim,
        onProgress: (next) => {
          progress = next
        },
        signal: abort.signal,
      })
      if ('refused' in ran) await fail(ran.refused)
      else if (await change({ state: 'done', share: 1, progress: '', result: ran.result, finished_at: now() })) {
        await keepFigures(database, claimed, { result: ran.result, now: now() }).catch((error) =>
          logger.warn({ error, ...facts }, 'the figures of an experiment were not kept with its version'),
        )
      }
      logger.info(facts, 'an experiment was run')
    } catch (error) {
      if (!abort.signal.aborted) logger.error({ error, ...facts }, 'an experiment ended its process')
      // It is queued again. Nothing is changed where it was removed or is another server's. A server that stops is no fault of the request.
      const counted = isStopping ? attempts - 1 : attempts
      await change({ state: 'queued', share: 0, progress: '', lease_until: 0, attempts: counted })
    } finally {
      clearInterval(timer)
      running = null
    }
  }

  const ended = work()
  return {
    wake() {
      void running?.renew()
      delay.end()
    },
    async stop() {
      isStopping = true
      running?.abort.abort()
      delay.end()
      await ended
    },
  }
}
