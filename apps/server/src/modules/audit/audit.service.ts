import { AUDIT_GROUPS, type AuditEntry, type AuditEvent, type AuditFilter } from '@plimsoll/contract'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { canonicalEmail } from '../../email-address.ts'
import { ApiError } from '../../errors.ts'
import { readCursor, writeCursor } from '../library/cursor.ts'
import type { AuditActions } from './audit.actions.ts'
import { type AuditPosition, type AuditRow, listEntries } from './audit.repository.ts'
import { recordAudit } from './audit.ts'

const PAGE = 100
const CSV_PAGE = 1_000
const DAY_MS = 86_400_000

interface AuditServiceOptions {
  database: Database
  config: Pick<Config, 'auditRetentionMs'>
  now: () => number
}

/** Reads the audit log. */
export function createAuditService({ database, config, now }: AuditServiceOptions): AuditActions {
  const search = (filter: AuditFilter, after: AuditPosition | undefined, limit: number) =>
    listEntries(database.read, {
      events: filter.group && (Object.keys(AUDIT_GROUPS[filter.group]) as AuditEvent[]),
      email: filter.email?.trim() ? canonicalEmail(filter.email.trim()) : undefined,
      since: filter.since === undefined ? undefined : Date.parse(`${filter.since}T00:00:00Z`),
      after,
      limit,
    })

  async function* lines(filter: AuditFilter) {
    yield csvLine(['time', 'event', 'actor', 'actor id', 'subject', 'subject id', 'detail', 'network address'])
    let after: AuditPosition | undefined
    do {
      const rows = await search(filter, after, CSV_PAGE)
      for (const row of rows) yield csvLine(cellsOf(row))
      after = rows.length < CSV_PAGE ? undefined : rows.at(-1)
    } while (after)
  }

  return {
    async list({ cursor, ...filter }) {
      const rows = await search(filter, cursor === undefined ? undefined : positionOf(cursor), PAGE + 1)
      const shown = rows.slice(0, PAGE)
      const last = shown.at(-1)
      return {
        keptDays: config.auditRetentionMs / DAY_MS,
        entries: shown.map(present),
        next: rows.length > PAGE && last ? writeCursor({ value: last.at, id: last.id }) : null,
      }
    },

    async toCsv({ id }, filter) {
      await database.write((queries) => recordAudit(queries, 'audit-exported', { actorId: id, now: now() }))
      return ReadableStream.from(lines(filter)).pipeThrough(new TextEncoderStream())
    },
  }
}

function positionOf(cursor: string): AuditPosition {
  const position = readCursor(cursor)
  if (typeof position?.value !== 'number') {
    throw new ApiError('validation/error', { errors: { cursor: 'Must be the cursor of a page before' } })
  }
  return { at: position.value, id: position.id }
}

function present({ id, at, event, detail, address, ...row }: AuditRow): AuditEntry {
  const party = (partyId: string | null, name: string | null) => (partyId === null ? null : { id: partyId, name })
  return {
    ...{ id, event, detail, address },
    at: new Date(at).toISOString(),
    actor: party(row.actor_id, row.actor_name),
    subject: party(row.subject_id, row.subject_name),
  }
}

const cellsOf = ({ at, event, actor_name, actor_id, subject_name, subject_id, detail, address }: AuditRow) => [
  new Date(at).toISOString(),
  event,
  ...[actor_name, actor_id, subject_name, subject_id],
  ...[detail, address],
]

/** Spreadsheets take a text with such a beginning for a formula. */
const FORMULA = /^[=+\-@\t\r]/

function csvLine(cells: readonly (string | null)[]): string {
  const texts = cells.map((cell) => `"${(cell ?? '').replace(FORMULA, "'$&").replaceAll('"', '""')}"`)
  return `${texts.join(',')}\r\n`
}
