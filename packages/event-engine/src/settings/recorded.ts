import { REQUEST_TYPES } from '@plimsoll/simulation'
import { isRecord, Reader, type Report } from './reader.ts'

/** A request, or so many a second from a time on. */
export interface RecordedRow {
  readonly atS: number
  /** Null: one request. */
  readonly rps: number | null
  /** Position in REQUEST_TYPES; null: by the mix. */
  readonly type: number | null
  /** Of the request; null: as the connections have it. */
  readonly sizeKB: number | null
}

/** So many rows can be told apart. */
const MOST_ROWS = 1_000_000

/**
 * Requests of all clients together, as they were recorded: a list of times in seconds, or of objects with `atS` and perhaps `type` and
 * `sizeKB`. Where all objects have `rps`, they are rates from `atS` on; rows of the same time add. In the order of time.
 */
export function readRecorded(settings: Reader, report: Report): readonly RecordedRow[] {
  const value = settings.raw('recorded')
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > MOST_ROWS) {
    settings.fault('recorded', `must be a list of at most ${MOST_ROWS.toLocaleString('en-US')} times or rates`)
    return []
  }
  const rows = value.map((entry: unknown, index) => readRow(entry, `recorded.${index}`, report))
  const rates = rows.filter(({ rps }) => rps !== null).length
  if (rates > 0 && rates < rows.length) settings.fault('recorded', 'must have rps in all rows or in none')
  return rows.toSorted((a, b) => a.atS - b.atS)
}

const NO_ROW: RecordedRow = { atS: 0, rps: null, type: null, sizeKB: null }

function readRow(entry: unknown, path: string, report: Report): RecordedRow {
  if (typeof entry === 'number' && entry >= 0 && entry <= 1e12) return { ...NO_ROW, atS: entry }
  if (!isRecord(entry)) {
    report(path, 'must be a time in seconds, or an object with atS')
    return NO_ROW
  }
  const row = new Reader(entry, path, report)
  if (!row.has('atS')) row.fault('atS', 'is missing')
  const read: RecordedRow = {
    atS: row.number('atS', 0),
    rps: row.has('rps') ? row.number('rps', 0) : null,
    type: row.has('type') ? REQUEST_TYPES.indexOf(row.choice('type', 'Read', REQUEST_TYPES)) : null,
    sizeKB: row.has('sizeKB') ? row.number('sizeKB', 0) : null,
  }
  row.finish()
  return read
}
