import { type FlowSort, type GivenRole, LIMITS, type LibraryPage, strongerRole } from '@plimsoll/contract'
import type { Database } from '../../database/database.ts'
import { plain } from '../../database/library-entry.ts'
import { ApiError } from '../../errors.ts'
import { countFlows } from '../flows/flows.repository.ts'
import { summaryOf } from '../flows/summary.ts'
import { authorize, authorizeIn } from '../sharing/authorize.ts'
import { fullName } from '../sharing/people.service.ts'
import { findShared, openShare } from '../sharing/sharing.repository.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { LibraryActions } from './library.actions.ts'
import {
  addTag,
  countFound,
  countTags,
  findPage,
  findTags,
  listFlows,
  ownFlows,
  removeTag,
  setOpened,
} from './library.repository.ts'

const DEFAULT_LIMIT = 60

interface LibraryServiceOptions {
  database: Database
  now: () => number
}

export function createLibraryService({ database, now }: LibraryServiceOptions): LibraryActions {
  async function tagsOf(userId: string, ids: readonly string[]) {
    const rows = ids.length === 0 ? [] : await findTags(database.read, userId, ids)
    return new Map(Object.entries(Object.groupBy(rows, ({ flow_id }) => flow_id)).map(([id, of]) => [id, sorted(of)]))
  }

  async function sharedOf(userId: string, ids: readonly string[]) {
    const rows = ids.length === 0 ? [] : await findShared(database.read, { userId, flowIds: ids, now: now() })
    return new Map(
      rows.map(({ flow_id, role, link_role, ...owner }) => {
        const given: GivenRole = strongerRole(role, link_role) ?? 'viewer'
        return [flow_id, { role: given, owner: fullName(owner) }]
      }),
    )
  }

  return {
    async list({ id: userId }) {
      const rows = await listFlows(database, userId)
      return rows.map(summaryOf)
    },

    async page({ id: userId }, query): Promise<LibraryPage> {
      const { limit = DEFAULT_LIMIT, cursor, q = '', tag, whose = 'own', sort = 'updated' } = query
      const words = plain(q).split(/\s+/).filter(Boolean)
      const after = cursor === undefined ? undefined : positionOf(cursor, sort)
      // One more than asked for tells whether there is a next page.
      const search = { userId, whose, words, tag, now: now() }
      const rows = await findPage(database.read, { ...search, sort, after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const ids = shown.map(({ id }) => id)
      const tags = await tagsOf(userId, ids)
      const shared = whose === 'shared' ? await sharedOf(userId, ids) : undefined
      const all =
        whose === 'own'
          ? await countFlows(database.read, userId)
          : await countFound(database.read, { ...search, words: [], tag: undefined })
      return {
        data: shown.map((row) => ({
          ...summaryOf(row),
          tags: tags.get(row.id) ?? [],
          openedAt: openedAt(row.opened_at),
          ...(shared && { shared: shared.get(row.id) }),
        })),
        page: {
          next: last && rows.length > limit ? writeCursor({ value: last.sort_value, id: last.id }) : null,
          found: words.length === 0 && tag === undefined ? all : await countFound(database.read, search),
          all,
        },
      }
    },

    async tags({ id: userId }) {
      const counts = await countTags(database.read, userId)
      return counts.toSorted((a, b) => TAGS.compare(a.tag, b.tag))
    },

    async changeTags({ id: userId }, { flows, add, remove }) {
      const ids = [...new Set(flows)]
      await database.write(async (queries) => {
        const own = new Set(await ownFlows(queries, userId, ids))
        for (const flowId of ids.filter((id) => !own.has(id)))
          await authorizeIn(queries, { userId, flowId, action: 'tag', now: now() })
        for (const tag of remove) await removeTag(queries, { userId, ids, tag })
        for (const tag of add) await addTag(queries, { userId, ids, tag })
        const tags = await findTags(queries, userId, ids)
        const most = Math.max(
          0,
          ...[...Map.groupBy(tags, ({ flow_id }) => flow_id).values()].map(({ length }) => length),
        )
        if (most > LIMITS.tagsPerFlow)
          throw new ApiError('validation/error', { errors: { add: `A flow has at most ${LIMITS.tagsPerFlow} tags` } })
      })
    },

    async open({ id: userId }, id) {
      const { role } = await authorize(database, { userId, flowId: id, action: 'open', now: now() })
      await database.write(async (queries) => {
        if (role !== 'owner') await openShare(queries, { userId, flowId: id, now: now() })
        else if (!(await setOpened(queries, { userId, id, now: now() }))) throw new ApiError('resource/not-found')
      })
    },
  }
}

const TAGS = new Intl.Collator('en', { numeric: true })

const sorted = (rows: readonly { tag: string }[] = []) => rows.map(({ tag }) => tag).toSorted(TAGS.compare)

const openedAt = (time: number) => (time === 0 ? null : new Date(time).toISOString())

function positionOf(cursor: string, sort: FlowSort) {
  const position = readCursor(cursor)
  if (!position || (sort === 'name') === (typeof position.value === 'number')) {
    throw new ApiError('validation/error', { errors: { cursor: 'Must be the `next` of a page in this order' } })
  }
  return position
}
