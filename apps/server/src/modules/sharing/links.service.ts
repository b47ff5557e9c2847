import { type FlowSharing, type GivenRole, LIMITS } from '@plimsoll/contract'
import type { Database, Queries } from '../../database/database.ts'
import { isId, newId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import { createFairSlots } from '../../fair-slots.ts'
import type { Logger } from '../../logger.ts'
import type { Client } from '../../requester.ts'
import { recordAudit } from '../audit/audit.ts'
import type { PasswordHasher } from '../auth/password-hasher.ts'
import { hashToken, newToken } from '../auth/session-token.ts'
import { refuseDemo } from '../demo/refuse-demo.ts'
import { lockUser } from '../flows/flows.repository.ts'
import { linkedFlow } from '../flows/packed-flow.ts'
import type { Limits } from '../limits/limits.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { findTeamName } from '../teams/teams.repository.ts'
import { authorize, authorizeIn } from './authorize.ts'
import { fullName, sharesOf } from './people.service.ts'
import type { LinkActions } from './sharing.actions.ts'
import {
  addLink,
  addLinkRole,
  countPeople,
  findAccessIn,
  findLink,
  findLinkedFlow,
  listLinks,
  removeLink,
} from './sharing.repository.ts'
import { listTeamShares } from './team-shares.repository.ts'

const DAY_MS = 86_400_000
/** A link may be opened by very many at once: few of them wait for the database, so that nobody else waits behind them. */
const VIEWS_AT_ONCE = 4
const VIEWS_WAITING = 4_000
const REMEMBERED_BYTES = 1024 ** 2

interface LinkServiceOptions {
  database: Database
  hasher: PasswordHasher
  limits: Limits
  pictures: Pictures
  logger: Logger
  now: () => number
}

/** Links by which everybody sees a flow. See docs/decisions/0247. */
export function createLinkService({
  database,
  hasher,
  limits,
  pictures,
  logger,
  now,
}: LinkServiceOptions): LinkActions {
  const views = createFairSlots({
    atOnce: VIEWS_AT_ONCE,
    waiting: VIEWS_WAITING,
    refusal: () => new ApiError('api/busy', { headers: { 'retry-after': '1' } }),
  })
  const answer = remembering(linkedFlow)

  const lookUp = async (token: string, { address }: Client) => {
    await limits.requireBelowLimit('bad-links', address)
    return findLink(database.read, { tokenHash: hashToken(token), now: now() })
  }

  /** The link in force with this token; undefined for an unknown one, which counts. */
  const find = (token: string, client: Client) =>
    views.run(async () => {
      const link = await lookUp(token, client)
      if (!link) await database.write((queries) => limits.count(queries, 'bad-links', client.address))
      return link
    })

  /** Limits come before the hash, which is what costs. */
  async function checkPassword(link: { id: string; hash: string }, password: string, { address }: Client) {
    for (const who of [address, link.id]) await limits.requireBelowLimit('link-passwords', who)
    if (await hasher.verify(link.hash, password)) return
    await database.write(async (queries) => {
      for (const who of [address, link.id]) await limits.countOrRefuse(queries, 'link-passwords', who)
    })
    logEvent(logger, 'link-refused', { address })
    throw new ApiError('auth/link-password', { message: 'This password is not right.' })
  }

  /** The link, for who knows its password where it has one. */
  async function enter(token: string, password: string | undefined, client: Client) {
    const link = await find(token, client)
    if (!link) throw new ApiError('resource/not-found')
    if (link.password_hash !== null) {
      if (password === undefined) throw new ApiError('auth/link-password')
      await checkPassword({ id: link.id, hash: link.password_hash }, password, client)
    }
    return link
  }

  return {
    async list({ id: userId }, flowId): Promise<FlowSharing> {
      const { ownerId } = await authorize(database, { userId, flowId, action: 'list sharing', now: now() })
      const people = await sharesOf(database.read, [flowId])
      const links = await listLinks(database.read, flowId)
      const teams = await listTeamShares(database.read, [flowId])
      const team = ownerId === userId ? undefined : await findTeamName(database.read, ownerId)
      return {
        teams: teams.map(({ id, name, role }) => ({ id, name, role })),
        team: team === undefined ? null : { id: ownerId, name: team },
        people: people.map(({ email, role, ...name }) => ({
          email,
          role,
          name: name.first_name === null ? null : fullName(name),
        })),
        links: links.map(presentLink),
      }
    },

    async makeLink(user, flowId, { role, days, password }) {
      refuseDemo(user, logger)
      const userId = user.id
      const attempt = { userId, flowId, action: 'make link', now: now() } as const
      // Before the hash, which costs.
      await authorize(database, attempt)
      await refuseFull(database.read, flowId)
      const token = newToken()
      const time = now()
      const link = {
        id: newId(),
        flow_id: flowId,
        role,
        token_hash: hashToken(token),
        password_hash: password === null ? null : await hasher.hash(password),
        created_at: time,
        expires_at: days === null ? null : time + days * DAY_MS,
      }
      await database.write(async (queries) => {
        const { ownerId } = await authorizeIn(queries, attempt)
        await lockUser(queries, ownerId)
        await refuseFull(queries, flowId)
        await addLink(queries, link)
        await recordAudit(queries, 'link-made', { actorId: userId, subjectId: flowId, detail: role, now: time })
      })
      logEvent(logger, 'link-made', { userId })
      return { ...presentLink({ ...link, people: 0 }), token }
    },

    async revokeLink({ id: userId }, flowId, linkId) {
      await database.write(async (queries) => {
        await authorizeIn(queries, { userId, flowId, action: 'revoke link', now: now() })
        const isRemoved = isId(linkId) && (await removeLink(queries, flowId, linkId))
        if (!isRemoved) throw new ApiError('resource/not-found')
        await recordAudit(queries, 'link-revoked', { actorId: userId, subjectId: flowId, now: now() })
      })
      logEvent(logger, 'link-revoked', { userId })
    },

    async open(token, password, client) {
      const { address } = client
      const link = await enter(token, password, client)
      return views.run(async () => {
        await limits.requireBelowLimit('link-views', address)
        await database.write(async (queries) => {
          await limits.countOrRefuse(queries, 'link-views', address)
          await limits.countOrRefuse(queries, 'views-of-link', link.id)
        })
        const packed = await findLinkedFlow(database.read, link.flow_id)
        if (!packed) throw new ApiError('resource/not-found')
        return answer(link.role, packed)
      })
    },

    async check(token, client) {
      // A page that is open asks every few seconds: those of a whole office, when its link is revoked, have guessed nothing.
      if (!(await views.run(() => lookUp(token, client)))) throw new ApiError('resource/not-found')
    },

    async takeRole(user, token, { password }, client) {
      refuseDemo(user, logger)
      const link = await enter(token, password ?? undefined, client)
      const flowId = link.flow_id
      const { role } = await database.write(async (queries) => {
        // The link of a viewer gives nothing, and the owner needs nothing.
        const access = await findAccessIn(queries, user.id, flowId, now())
        const isNew = link.role !== 'viewer' && access && access.owner_id !== user.id
        if (isNew && access.role === null && access.link_role === null) {
          await lockUser(queries, access.owner_id)
          if ((await countPeople(queries, { flowId, now: now() })) >= LIMITS.peoplePerFlow) throw CROWDED
        }
        if (isNew && (await addLinkRole(queries, { linkId: link.id, userId: user.id, now: now() }))) {
          const { role: detail } = link
          await recordAudit(queries, 'link-role-taken', { actorId: user.id, subjectId: flowId, detail, now: now() })
        }
        return authorizeIn(queries, { userId: user.id, flowId, action: 'show', now: now() })
      })
      logEvent(logger, 'link-role-taken', { userId: user.id })
      return { flow: flowId, role }
    },

    async picture(token, client) {
      const { address } = client
      await limits.requireBelowLimit('link-views', address)
      const link = await find(token, client)
      if (!link || link.password_hash !== null) throw new ApiError('resource/not-found')
      await database.write(async (queries) => {
        await limits.countOrRefuse(queries, 'link-views', address)
        await limits.countOrRefuse(queries, 'views-of-link', link.id)
      })
      const key = `${link.flow_id} ${link.version}`
      const picture = await pictures.of(key, () => findLinkedFlow(database.read, link.flow_id))
      if (!picture) throw new ApiError('resource/not-found')
      return picture
    },

    async preview(token, client) {
      const link = await find(token, client).catch((error) => {
        if (error instanceof ApiError) return undefined
        throw error
      })
      return link && link.password_hash === null ? { name: link.name, description: link.description } : undefined
    },
  }
}

const CROWDED = new ApiError('validation/error', {
  message: `This flow is shared with ${LIMITS.peoplePerFlow} people already, which is the most.`,
})

type Answer = typeof linkedFlow

/** What many ask for one after the other is packed once. */
function remembering(answer: Answer): Answer {
  let last: { role: GivenRole; packed: Uint8Array; answer: ReturnType<Answer> } | undefined
  return (role, packed) => {
    const isSame =
      last?.role === role && last.packed.length === packed.length && Buffer.compare(last.packed, packed) === 0
    if (last && isSame) return last.answer
    const answered = answer(role, packed)
    // The memory of larger ones would be held for nobody, most of the time.
    last = packed.length <= REMEMBERED_BYTES ? { role, packed, answer: answered } : undefined
    return answered
  }
}

async function refuseFull(queries: Queries, flowId: string) {
  if ((await listLinks(queries, flowId)).length < LIMITS.linksPerFlow) return
  throw new ApiError('validation/error', { errors: { link: `A flow has at most ${LIMITS.linksPerFlow} links.` } })
}

interface LinkRow {
  id: string
  role: GivenRole
  password_hash: string | null
  created_at: number
  expires_at: number | null
  people: number | null
}

const presentLink = ({ id, role, password_hash, created_at, expires_at, people }: LinkRow) => ({
  id,
  role,
  createdAt: new Date(created_at).toISOString(),
  expiresAt: expires_at === null ? null : new Date(expires_at).toISOString(),
  hasPassword: password_hash !== null,
  people: people ?? 0,
})
