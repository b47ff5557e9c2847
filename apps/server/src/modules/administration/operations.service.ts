import { statfs } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { isId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { countMails, listMails, queueMail, removeMail, retryMail } from '../../mail/mails.repository.ts'
import { recordAudit } from '../audit/audit.ts'
import { findUserById } from '../auth/users.repository.ts'
import type { Limits } from '../limits/limits.ts'
import type { OperationActions } from './operations.actions.ts'
import {
  cancelExperiment,
  countOpenExperiments,
  countParts,
  findDatabaseBytes,
  findUsage,
  listOpenExperiments,
} from './operations.repository.ts'

/** Rows of a list. */
const MOST = 200
const LARGEST = 50
const PARTS = ['flows', 'versions', 'bin', 'live', 'experiments'] as const

interface OperationServiceOptions {
  database: Database
  config: Pick<Config, 'experimentThreads' | 'settings'>
  limits: Limits
  /** Where SQLite has its file; undefined with PostgreSQL. */
  dataDir: string | undefined
  /** Whether a mail server takes mails. */
  sendsMail: boolean
  wakeMail: () => void
  wakeExperiments: () => void
  now: () => number
}

/** What administrators see of the server, and do about it. */
export function createOperationService(options: OperationServiceOptions): OperationActions {
  const { database, config, limits, dataDir, sendsMail, wakeMail, wakeExperiments, now } = options
  const kind = dataDir === undefined ? 'PostgreSQL' : 'SQLite'
  const isoTime = (time: number) => new Date(time).toISOString()

  return {
    async mails() {
      const { all, given_up: givenUp } = await countMails(database.read)
      const mails = await listMails(database.read, MOST)
      return {
        sendsMail,
        waiting: all - givenUp,
        givenUp,
        mails: mails.map(({ id, kind: of, email, attempts, failure, ...row }) => ({
          ...{ id, kind: of, email, attempts, failure },
          createdAt: isoTime(row.created_at),
          dueAt: isoTime(row.due_at),
          isGivenUp: row.given_up_at !== null,
        })),
      }
    },

    async retryMail({ id: actorId }, id) {
      await database.write(async (queries) => {
        if (!(isId(id) && (await retryMail(queries, id, now())))) throw new ApiError('resource/not-found')
        await recordAudit(queries, 'mail-retried', { actorId, now: now() })
      })
      wakeMail()
    },

    removeMail: ({ id: actorId }, id) =>
      database.write(async (queries) => {
        if (!(isId(id) && (await removeMail(queries, id)))) throw new ApiError('resource/not-found')
        await recordAudit(queries, 'mail-removed', { actorId, now: now() })
      }),

    async testMail({ id: actorId }, { address }) {
      const user = await findUserById(database.read, actorId)
      if (!user) throw new ApiError('auth/unauthorized')
      const { email } = user
      await limits.requireMail({ email, kind: 'notice', address }, async (queries) => {
        await queueMail(queries, { kind: 'test', email, now: now() })
        await recordAudit(queries, 'mail-tested', { actorId, now: now() })
      })
      wakeMail()
      return { email }
    },

    async experiments() {
      const rows = await listOpenExperiments(database.read, MOST)
      return {
        threads: config.experimentThreads,
        parts: kind === 'PostgreSQL' ? await countParts(database.read) : null,
        ...(await countOpenExperiments(database.read)),
        experiments: rows.map(({ created_at, started_at, state, ...row }) => ({
          ...row,
          state: state === 'running' ? 'running' : 'queued',
          createdAt: isoTime(created_at),
          startedAt: started_at === null ? null : isoTime(started_at),
        })),
      }
    },

    async cancelExperiment({ id: actorId }, id) {
      const reason = 'An administrator cancelled it.'
      await database.write(async (queries) => {
        const isCancelled = isId(id) && (await cancelExperiment(queries, id, { reason, now: now() }))
        if (!isCancelled) throw new ApiError('resource/not-found')
        await recordAudit(queries, 'experiment-cancelled', { actorId, subjectId: id, now: now() })
      })
      wakeExperiments()
    },

    async storage() {
      const usage = await findUsage(database.read)
      const total = (of: (typeof PARTS)[number]) => usage.reduce((sum, row) => sum + row[of], 0)
      const sizeOf = (row: (typeof usage)[number]) => PARTS.reduce((sum, part) => sum + row[part], 0)
      const disk = dataDir === undefined ? undefined : await statfs(dataDir)
      return {
        database: kind,
        databaseBytes: await findDatabaseBytes(database.read, kind),
        freeBytes: disk ? disk.bavail * disk.bsize : null,
        bytes: {
          ...{ flows: total('flows'), versions: total('versions') },
          ...{ bin: total('bin'), live: total('live'), experiments: total('experiments') },
        },
        // Nobody can do anything about an account that is being removed.
        largest: usage
          .filter((row) => row.closed_at === null)
          .toSorted((a, b) => sizeOf(b) - sizeOf(a))
          .slice(0, LARGEST)
          .map(({ email, name, is_team, flows, bin, live, versions, experiments }) => ({
            name: is_team === 1 ? name : email,
            isTeam: is_team === 1,
            ...{ flows, versions, bin, live, experiments },
          })),
      }
    },

    settings: () => [...config.settings],
  }
}
