import {
  type FlowRole,
  type FlowSort,
  type GivenRole,
  LIMITS,
  type LibraryPage,
  ROLE_IN_TEAM_FLOWS,
  strongestRole,
  type TeamRole,
} from '@plimsoll/contract'
import type { Database } from '../../database/database.ts'
import { plain } from '../../database/library-entry.ts'
import { ApiError } from '../../errors.ts'
import { summaryOf } from '../flows/summary.ts'
import { authorize, authorizeIn } from '../sharing/authorize.ts'
import { fullName } from '../sharing/people.service.ts'
import { findShared, openShare } from '../sharing/sharing.repository.ts'
import { findTeamsOfFlows, putOpening } from '../sharing/team-shares.repository.ts'
import { findTeamsOfUser } from '../teams/teams.repository.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { LibraryActions } from './library.actions.ts'
import { addTag, countTags, findTags, listFlows, ownFlows, removeTag, setOpened } from './library.repository.ts'
import { findPage } from './library-pages.repository.ts'

const DEFAULT_LIMIT = 60

interface OwnTeam {
  id: string
  name: string
  role: TeamRole
}

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
        const given = strongestRole<GivenRole>([role, link_role]) ?? 'viewer'
        return [flow_id, { role: given, owner: fullName(owner) }]
      }),
    )
  }

  /** Of a page: the teams of each flow, the one that owns it first, and what the user is to it through all of them. */
  async function teamsOf(userId: string, teams: readonly OwnTeam[], rows: readonly { id: string; user_id: string }[]) {
    const ids = rows.map(({ id }) => id)
    const [sharing, given] = await Promise.all([
      ids.length === 0 ? [] : findTeamsOfFlows(database.read, userId, ids),
      sharedOf(userId, ids),
    ])
    return new Map(
      rows.map(({ id, user_id: ownerId }) => {
        const owner = teams.find((team) => team.id === ownerId)
        const others = sharing.filter(({ flow_id }) => flow_id === id)
        const role = strongestRole<FlowRole>([
          ownerId === userId ? 'owner' : owner && ROLE_IN_TEAM_FLOWS[owner.role],
          given.get(id)?.role,
          ...others.map((team) => team.role),
        ])
        const names = [...(owner ? [owner] : []), ...others].map(({ name }) => name)
        return [id, { role: role ?? 'viewer', names, isOwner: owner !== undefined }]
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
      const words = wordsOf(q)
      const after = cursor === undefined ? undefined : positionOf(cursor, sort)
      const ownTeams = whose === 'team' ? await findTeamsOfUser(database.read, userId) : []
      if (whose === 'team' && ownTeams.length === 0) return { data: [], page: { next: null, found: 0, all: 0 } }
      const list = { userId, whose, teams: ownTeams.map(({ id }) => id), sort, now: now() }
      // One more than asked for tells whether there is a next page.
      const { rows, found, all } = await findPage(database, { ...list, words, tag, after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const ids = shown.map(({ id }) => id)
      const [tags, shared, teams] = await Promise.all([
        tagsOf(userId, ids),
        whose === 'shared' ? sharedOf(userId, ids) : undefined,
        whose === 'team' ? teamsOf(userId, ownTeams, shown) : undefined,
      ])
      return {
        data: shown.map((row) => ({
          ...summaryOf(row),
          tags: tags.get(row.id) ?? [],
          openedAt: openedAt(row.opened_at),
          ...(shared && { shared: shared.get(row.id) }),
          ...(teams && { team: teams.get(row.id) }),
        })),
        page: {
          next: last && rows.length > limit ? writeCursor({ value: last.sort_value, id: last.id }) : null,
          found,
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
        for (const flowId of ids.filter((id) => !own.has(id))) {
          await authorizeIn(queries, { userId, flowId, action: 'tag', now: now() })
          // The tags of a library are the words of one person.
          throw new ApiError('auth/forbidden', { message: 'Flows of a team have no tags.' })
        }
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
      const { ownerId } = await authorize(database, { userId, flowId: id, action: 'open', now: now() })
      await database.write(async (queries) => {
        if (ownerId !== userId) {
          await openShare(queries, { userId, flowId: id, now: now() })
          await putOpening(queries, { userId, flowId: id, now: now() })
        } else if (!(await setOpened(queries, { userId, id, now: now() }))) throw new ApiError('resource/not-found')
      })
    },
  }
}

/** The words to look for; one that another one contains is found with that. */
function wordsOf(q: string): string[] {
  const words = [...new Set(plain(q).split(/\s+/).filter(Boolean))]
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
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
