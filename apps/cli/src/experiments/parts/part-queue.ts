import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'
import { EVENT_ENGINE } from '@plimsoll/event-engine'
import type { RunTask } from '@plimsoll/experiments'
import { PgBoss } from 'pg-boss'

/** What a worker computes at a time: a run, or what is to be found of one flow. */
export type Part = { readonly run: RunTask } | { readonly compute: unknown }

/** What became of a part: what was computed, or why that failed. */
export type PartAnswer = { readonly computed: unknown } | { readonly failed: string }

/** A part that a worker has taken: nobody else takes it while it says that it is at work. */
export interface TakenPart {
  readonly id: string
  readonly part: Part
  /** Whether the experiment is still wanted. Says that the worker is at work. */
  isWanted(): Promise<boolean>
  answer(answer: PartAnswer): Promise<void>
  /** Gives it back: it is computed from its beginning by whoever takes it next. */
  release(): Promise<void>
}

/** The parts of experiments, in PostgreSQL: any number of workers can share them. See docs/decisions/0231. */
export interface PartQueue {
  /** Adds a part of the experiment that is run under this claim; returns its id. */
  add(claim: string, part: Part): Promise<string>
  take(): Promise<TakenPart | null>
  /** Those of these parts that are answered, which are removed with that. */
  collect(ids: readonly string[]): Promise<ReadonlyMap<string, PartAnswer>>
  end(): Promise<void>
}

/** A worker that is silent for that long is taken for dead: the least that pg-boss allows. */
const SILENCE_S = 10
const OPTIONS = {
  heartbeatSeconds: SILENCE_S,
  expireInSeconds: 3_600,
  // A part that ends its worker each time is not begun for ever.
  retryLimit: 3,
  // What nobody collects belongs to an experiment that was removed.
  deleteAfterSeconds: 600,
  retentionSeconds: 86_400,
} as const

const LOST =
  'Each worker that took a part of it ended before that was computed. The design may need more memory than a worker has.'

interface QueueOptions {
  readonly databaseUrl: string
  /** Whether this process gives the parts of silent workers to others. */
  readonly isSupervisor: boolean
  readonly onError: (error: Error) => void
  /** Of the engine: a worker of another one would compute other figures, so each version has a queue of its own. */
  readonly engineVersion?: number
}

interface Stored {
  readonly claim: string
  /** Base64. */
  readonly content: string
}

/** Opens the queue, which is made where there is none. Rejects where the database cannot be reached. */
export async function openPartQueue(options: QueueOptions): Promise<PartQueue> {
  const { databaseUrl, isSupervisor, onError, engineVersion = EVENT_ENGINE.version } = options
  const name = `experiment-parts.${engineVersion}`
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    schedule: false,
    supervise: isSupervisor,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  })
  boss.on('error', onError)
  await boss.start()
  await boss.createQueue(name, OPTIONS)
  const database = boss.getDb()

  async function isRunning(claim: string): Promise<boolean> {
    const query = "select 1 from experiments where claim = $1 and state = 'running'"
    return (await database.executeSql(query, [claim])).rows.length > 0
  }

  return {
    async add(claim, part) {
      const id = await boss.send(name, { claim, content: packed(part) } satisfies Stored)
      if (id === null) throw new Error('A part of an experiment was not queued.')
      return id
    },

    async take() {
      const [job] = await boss.fetch<Stored>(name)
      if (!job) return null
      const { id, data } = job
      return {
        id,
        part: unpacked(data.content) as Part,
        async isWanted() {
          await boss.touch(name, id)
          return isRunning(data.claim)
        },
        answer: async (answer) => void (await boss.complete(name, id, { content: packed(answer) })),
        release: async () => void (await boss.fail(name, id)),
      }
    },

    async collect(ids) {
      if (ids.length === 0) return new Map()
      const query = `select id, state, output from pgboss.job
        where name = $1 and id = any($2::uuid[]) and state in ('completed', 'failed', 'cancelled')`
      const { rows } = await database.executeSql(query, [name, ids])
      if (rows.length > 0)
        await boss.deleteJob(
          name,
          rows.map(({ id }) => id as string),
        )
      return new Map(
        rows.map(({ id, state, output }): [string, PartAnswer] => [
          id,
          state === 'completed' ? (unpacked(output.content) as PartAnswer) : { failed: LOST },
        ]),
      )
    },

    end: () => boss.stop({ graceful: false }),
  }
}

/** All numbers keep their bits, and what JSON does not have is kept, too. */
const packed = (value: unknown): string => gzipSync(serialize(value), { level: 1 }).toString('base64')
const unpacked = (content: string): unknown => deserialize(gunzipSync(Buffer.from(content, 'base64')))
