import { type CommentThread, type FlowAction, type FlowComment, LIMITS, mayRole, mentionsIn } from '@plimsoll/contract'
import type { Database, Queries } from '../../database/database.ts'
import { isId, newId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { queueNotice } from '../../mail/queue-notice.ts'
import type { Client, SignedInUser } from '../../requester.ts'
import { lockUser } from '../flows/flows.repository.ts'
import type { Limits } from '../limits/limits.ts'
import { type Access, authorize, authorizeIn } from '../sharing/authorize.ts'
import { fullName } from '../sharing/people.service.ts'
import { listMembers } from '../sharing/sharing.repository.ts'
import type { CommentActions, CommentPath } from './comments.actions.ts'
import {
  addComment,
  type CommentRow,
  changeComment,
  countComments,
  findComment,
  listComments,
  listThread,
  removeComment,
} from './comments.repository.ts'

interface CommentServiceOptions {
  database: Database
  limits: Limits
  /** Whether mails reach anybody. */
  hasMail: boolean
  wakeMail: () => void
  now: () => number
}

/** Comments on flows. See docs/decisions/0250. */
export function createCommentService(options: CommentServiceOptions): CommentActions {
  const { database, limits, now } = options

  const membersOf = (queries: Queries, flowId: string, { ownerId }: Access) =>
    listMembers(queries, { flowId, ownerId, now: now() })

  /** The comment, for whose role may do this; also one that was deleted and has answers. */
  async function enter(queries: Queries, user: SignedInUser, { id: flowId, comment }: CommentPath, action: FlowAction) {
    const access = await authorizeIn(queries, { userId: user.id, flowId, action, now: now() })
    const found = isId(comment) ? await findComment(queries, flowId, comment) : undefined
    if (!found) throw new ApiError('resource/not-found')
    return { access, found, isStart: found.thread_id === found.id }
  }

  /** Adds a comment within the limits. Gives back whom it mentions. */
  async function add(queries: Queries, user: SignedInUser, { access, ...row }: NewComment): Promise<string[]> {
    await limits.countOrRefuse(queries, 'comments', user.id)
    // Who comments at once is counted one after the other.
    await lockUser(queries, access.ownerId)
    if ((await countComments(queries, row.flow_id)) >= LIMITS.commentsPerFlow)
      throw new ApiError('validation/error', {
        errors: { text: `A flow has at most ${LIMITS.commentsPerFlow} comments. Delete some to make room.` },
      })
    const members = await membersOf(queries, row.flow_id, access)
    const names = mentionsIn(row.text, members.map(fullName))
    await addComment(queries, { ...row, author_id: user.id, created_at: now(), mentions: JSON.stringify(names) })
    return mailedTo(members, names, user)
  }

  /** Tells who is mentioned, within the limits of mails. */
  async function tell(mention: Mention, { address }: Client) {
    const { flowId, commentId, emails } = mention
    for (const email of emails) await queueNotice(options, { kind: 'mentioned', email, flowId, commentId, address })
  }

  return {
    async list(user, flowId) {
      const access = await authorize(database, { userId: user.id, flowId, action: 'list comments', now: now() })
      const rows = await listComments(database.read, flowId)
      const mayMention = mayRole(access.role, 'comment')
      const members = mayMention ? await membersOf(database.read, flowId, access) : []
      const others = members.filter(({ id }) => id !== user.id)
      return { role: access.role, people: [...new Set(others.map(fullName))], threads: threadsOf(rows, user) }
    },

    async create(user, flowId, { text, element }, client) {
      const id = newId()
      const emails = await database.write(async (queries) => {
        const access = await authorizeIn(queries, { userId: user.id, flowId, action: 'comment', now: now() })
        const about = { element_id: element?.id ?? null, element_name: element?.name ?? null }
        return add(queries, user, { access, id, flow_id: flowId, thread_id: id, text: text.trim(), ...about })
      })
      await tell({ flowId, commentId: id, emails }, client)
      return id
    },

    async answer(user, path, { text }, client) {
      const id = newId()
      const emails = await database.write(async (queries) => {
        const { access, found, isStart } = await enter(queries, user, path, 'comment')
        if (!isStart) throw new ApiError('resource/not-found')
        return add(queries, user, { access, id, flow_id: path.id, thread_id: found.id, text: text.trim() })
      })
      await tell({ flowId: path.id, commentId: id, emails }, client)
      return id
    },

    async change(user, path, { text: given }, client) {
      const text = given.trim()
      const emails = await database.write(async (queries) => {
        const { access, found } = await enter(queries, user, path, 'change comment')
        if (found.author_id !== user.id) throw new ApiError('auth/forbidden')
        if (text === found.text) return []
        await limits.countOrRefuse(queries, 'comments', user.id)
        const members = await membersOf(queries, path.id, access)
        const names = mentionsIn(text, members.map(fullName))
        await changeComment(queries, found.id, { text, mentions: JSON.stringify(names), edited_at: now() })
        const before: string[] = JSON.parse(found.mentions)
        return mailedTo(
          members,
          names.filter((name) => !before.includes(name)),
          user,
        )
      })
      await tell({ flowId: path.id, commentId: path.comment, emails }, client)
    },

    async remove(user, path) {
      await database.write(async (queries) => {
        const { access, found, isStart } = await enter(queries, user, path, 'delete comment')
        if (found.text === '') throw new ApiError('resource/not-found')
        if (found.author_id !== user.id && access.role !== 'owner') throw new ApiError('auth/forbidden')
        await lockUser(queries, access.ownerId)
        const others = (await listThread(queries, found.thread_id)).filter(({ id }) => id !== found.id)
        if (isStart && others.length > 0) await changeComment(queries, found.id, DELETED)
        else await removeComment(queries, found.id)
        // With the last answer goes what stood for the comment that it answered.
        if (!isStart && others.every(({ text }) => text === '')) await removeComment(queries, found.thread_id)
      })
    },

    async resolve(user, path, { isResolved }) {
      await database.write(async (queries) => {
        const { found, isStart } = await enter(queries, user, path, 'resolve comment')
        if (!isStart) throw new ApiError('resource/not-found')
        const change = isResolved
          ? { resolved_at: now(), resolved_by: user.id }
          : { resolved_at: null, resolved_by: null }
        await changeComment(queries, found.id, change)
      })
    },
  }
}

interface NewComment {
  access: Access
  id: string
  flow_id: string
  thread_id: string
  text: string
  element_id?: string | null
  element_name?: string | null
}

interface Mention {
  flowId: string
  commentId: string
  emails: readonly string[]
}

const DELETED = { text: '', mentions: '[]', author_id: null, edited_at: null }

type Member = Awaited<ReturnType<typeof listMembers>>[number]

/** Nobody is told of what they wrote themselves. */
const mailedTo = (members: readonly Member[], names: readonly string[], { id: author }: SignedInUser): string[] =>
  members.filter((member) => member.id !== author && names.includes(fullName(member))).map(({ email }) => email)

function threadsOf(rows: readonly CommentRow[], user: SignedInUser): CommentThread[] {
  const answers = Map.groupBy(
    rows.filter(({ id, thread_id }) => id !== thread_id),
    ({ thread_id }) => thread_id,
  )
  return rows
    .filter(({ id, thread_id }) => id === thread_id)
    .map((row) => ({
      id: row.id,
      element: row.element_id === null ? null : { id: row.element_id, name: row.element_name ?? '' },
      resolvedAt: row.resolved_at === null ? null : new Date(row.resolved_at).toISOString(),
      resolvedBy: nameOf({ first_name: row.resolver_first_name, last_name: row.resolver_last_name }),
      comments: [row, ...(answers.get(row.id) ?? [])].map((comment) => present(comment, user)),
    }))
}

const present = (row: CommentRow, user: SignedInUser): FlowComment => ({
  id: row.id,
  author: nameOf(row),
  isOwn: row.author_id === user.id,
  text: row.text,
  mentions: JSON.parse(row.mentions),
  createdAt: new Date(row.created_at).toISOString(),
  editedAt: row.edited_at === null ? null : new Date(row.edited_at).toISOString(),
  isDeleted: row.text === '',
})

const nameOf = (who: { first_name: string | null; last_name: string | null }): string | null =>
  who.first_name === null ? null : fullName(who)
