import type { FlowSort, LibraryPage } from '@plimsoll/contract'
import type { Database } from '../../database/database.ts'
import { isId } from '../../database/ids.ts'
import { plain } from '../../database/library-entry.ts'
import { ApiError } from '../../errors.ts'
import { countFlows } from '../flows/flows.repository.ts'
import { summaryOf } from '../flows/summary.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { LibraryActions } from './library.actions.ts'
import { countFound, findPage, listFlows, setOpened } from './library.repository.ts'

const DEFAULT_LIMIT = 60

interface LibraryServiceOptions {
  database: Database
  now: () => number
}

export function createLibraryService({ database, now }: LibraryServiceOptions): LibraryActions {
  return {
    async list({ id: userId }) {
      const rows = await listFlows(database, userId)
      return rows.map(summaryOf)
    },

    async page({ id: userId }, { limit = DEFAULT_LIMIT, cursor, q = '', sort = 'updated' }): Promise<LibraryPage> {
      const words = plain(q).split(/\s+/).filter(Boolean)
      const after = cursor === undefined ? undefined : positionOf(cursor, sort)
      // One more than asked for tells whether there is a next page.
      const rows = await findPage(database.read, { userId, words, sort, after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const all = await countFlows(database.read, userId)
      return {
        data: shown.map((row) => ({ ...summaryOf(row), openedAt: openedAt(row.opened_at) })),
        page: {
          next: last && rows.length > limit ? writeCursor({ value: last.sort_value, id: last.id }) : null,
          found: words.length === 0 ? all : await countFound(database.read, { userId, words }),
          all,
        },
      }
    },

    async open({ id: userId }, id) {
      const isOpened = isId(id) && (await database.write((queries) => setOpened(queries, { userId, id, now: now() })))
      if (!isOpened) throw new ApiError('resource/not-found')
    },
  }
}

const openedAt = (time: number) => (time === 0 ? null : new Date(time).toISOString())

function positionOf(cursor: string, sort: FlowSort) {
  const position = readCursor(cursor)
  if (!position || (sort === 'name') === (typeof position.value === 'number')) {
    throw new ApiError('validation/error', { errors: { cursor: 'Must be the `next` of a page in this order' } })
  }
  return position
}
