import { gzipSync } from 'node:zlib'
import {
  FLOW_ACTIONS,
  FLOW_ROLES,
  type FlowAction,
  type FlowRole,
  GIVEN_ROLES,
  type GivenRole,
  mayInTeam,
  mayRole,
  TEAM_ACTIONS,
  TEAM_ROLES,
  type TeamAction,
  type TeamRole,
} from '@plimsoll/contract'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { newId } from '../../src/database/ids.ts'
import { inParallel, measured, pick, pinnedRandom } from '../support/attack.ts'
import { flowBody } from '../support/flows.ts'
import type { HttpCall, HttpResponse } from '../support/http-client.ts'
import { openRawSocket } from '../support/raw-socket.ts'
import { onEachTarget } from '../support/target.ts'
import type { TestUser } from '../support/test-server.ts'

const NOBODYS = '00000000-0000-4000-8000-000000000000'
const HOUR = 3_600_000
const KEPT = { passkeys: 'passkey', invitations: 'invitation', mails: 'mail' } as const
const WHO = ['stranger', ...FLOW_ROLES] as const
const ACTIONS = Object.keys(FLOW_ACTIONS) as FlowAction[]

interface SharedFlow {
  id: string
  linkId: string
  /** Of each who may write one; who may not is refused whatever comment is named. */
  commentIds: Partial<Record<string, string>>
  /** A team of the owner that the flow is shared with, and nobody else is in. */
  teamId: string
  name: string
  /** An editor of its own who has opened the flow. */
  heir: TestUser
  people: Record<(typeof WHO)[number], TestUser>
}

type CalledFlow = Pick<SharedFlow, 'id' | 'linkId' | 'teamId' | 'people' | 'heir'> & { commentId: string }

/** The call of each action on a flow. */
const CALLS: Record<FlowAction, (flow: CalledFlow) => readonly [string, HttpCall]> = {
  show: ({ id }) => [`/api/flows/${id}`, {}],
  open: ({ id }) => [`/api/flows/${id}/opened`, { method: 'PUT' }],
  save: ({ id }) => [`/api/flows/${id}`, { method: 'PUT', body: flowBody({ name: 'Saved anew', version: 1 }) }],
  'list versions': ({ id }) => [`/api/flows/${id}/versions`, {}],
  'show version': ({ id }) => [`/api/flows/${id}/versions/1`, {}],
  'describe version': ({ id }) => [`/api/flows/${id}/versions/1`, { method: 'PATCH', body: { note: 'Mine' } }],
  'restore version': ({ id }) => [`/api/flows/${id}/versions/1/restore`, { body: { version: 1 } }],
  remove: ({ id }) => [`/api/flows/${id}`, { method: 'DELETE' }],
  tag: ({ id }) => ['/api/tags', { body: { flows: [id], add: ['taken'] } }],
  'list sharing': ({ id }) => [`/api/flows/${id}/sharing`, {}],
  share: ({ id }) => [`/api/flows/${id}/people`, { method: 'PUT', body: { email: 'one@example.com', role: 'viewer' } }],
  unshare: ({ id, heir }) => [`/api/flows/${id}/people`, { method: 'DELETE', body: { email: heir.email } }],
  'hand on': ({ id, heir }) => [`/api/flows/${id}/owner`, { method: 'PUT', body: { email: heir.email } }],
  'make link': ({ id }) => [`/api/flows/${id}/links`, { body: {} }],
  'revoke link': ({ id, linkId }) => [`/api/flows/${id}/links/${linkId}`, { method: 'DELETE' }],
  leave: ({ id }) => [`/api/flows/${id}/leave`, { method: 'POST' }],
  'list comments': ({ id }) => [`/api/flows/${id}/comments`, {}],
  comment: ({ id }) => [`/api/flows/${id}/comments`, { body: { text: 'Why so?' } }],
  'change comment': ({ id, commentId }) => [
    `/api/flows/${id}/comments/${commentId}`,
    { method: 'PATCH', body: { text: 'Taken over' } },
  ],
  'delete comment': ({ id, commentId }) => [`/api/flows/${id}/comments/${commentId}`, { method: 'DELETE' }],
  'resolve comment': ({ id, commentId }) => [
    `/api/flows/${id}/comments/${commentId}/resolved`,
    { method: 'PUT', body: { isResolved: true } },
  ],
  'share with team': ({ id, teamId }) => [
    `/api/flows/${id}/teams`,
    { method: 'PUT', body: { team: teamId, role: 'viewer' } },
  ],
  'unshare from team': ({ id, teamId }) => [`/api/flows/${id}/teams`, { method: 'DELETE', body: { team: teamId } }],
  move: ({ id, teamId }) => [`/api/flows/${id}/team`, { method: 'PUT', body: { team: teamId } }],
}

const READING: readonly FlowAction[] = ['show', 'list versions', 'show version', 'list sharing', 'list comments']

/** What belongs to a person alone, whatever the role: a part of one's own, and the tags of one's own library. */
const OWN_ONLY: readonly FlowAction[] = ['leave', 'tag']

/** The call of each action on a team. */
const TEAM_CALLS: Record<TeamAction, readonly [string, HttpCall & { body?: Record<string, unknown> }]> = {
  show: ['', {}],
  open: ['/opened', { method: 'PUT' }],
  rename: ['', { method: 'PUT', body: { name: 'Mine' } }],
  delete: ['', { method: 'DELETE' }],
  'put member': ['/members', { method: 'PUT', body: { email: '', role: 'member' } }],
  'remove member': ['/members', { method: 'DELETE', body: { email: '' } }],
  leave: ['/leave', { method: 'POST' }],
}

/** A response without the parts that differ between calls. */
function bytesOf({ status, rawHeaders, text }: HttpResponse): string {
  const lines = rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== 'date')
  return JSON.stringify([status, lines, text])
}

onEachTarget(
  'roles',
  (target) => {
    async function people(): Promise<SharedFlow['people']> {
      const add = () => target().addUser()
      const [stranger, viewer, commenter, editor, owner] = [
        await add(),
        await add(),
        await add(),
        await add(),
        await add(),
      ]
      return { stranger, viewer, commenter, editor, owner }
    }

    async function shared(people: SharedFlow['people'], name = 'A small shop'): Promise<SharedFlow> {
      const { token } = people.owner
      const { id } = (await target().call('/api/flows', { token, body: flowBody({ name }) })).body.data
      for (const role of GIVEN_ROLES) {
        const body = { email: people[role].email, role }
        const answer = await target().call(`/api/flows/${id}/people`, { method: 'PUT', token, body })
        expect(answer.status).toBe(200)
      }
      await target().call(`/api/flows/${id}/opened`, { method: 'PUT', token: people.editor.token })
      const link = await target().call(`/api/flows/${id}/links`, { token, body: {} })
      const teamId = await team(people.owner)
      await shareWithTeam(people.owner, id, teamId, 'viewer')
      return {
        id,
        linkId: link.body.data.id,
        teamId,
        commentIds: await comments(id, people),
        name,
        people,
        heir: people.editor,
      }
    }

    async function comments(id: string, people: SharedFlow['people']): Promise<SharedFlow['commentIds']> {
      const commentIds: SharedFlow['commentIds'] = {}
      for (const who of FLOW_ACTIONS.comment) {
        const body = { text: `By the ${who}` }
        const answer = await target().call(`/api/flows/${id}/comments`, { token: people[who].token, body })
        commentIds[who] = answer.body.data.id
      }
      return commentIds
    }

    async function team(owner: TestUser, member?: TestUser): Promise<string> {
      const { token } = owner
      const { id } = (await target().call('/api/teams', { token, body: { name: 'Crew' } })).body.data
      const body = { email: member?.email, role: 'member' }
      if (member) await target().call(`/api/teams/${id}/members`, { method: 'PUT', token, body })
      return id
    }

    async function shareWithTeam({ token }: TestUser, id: string, teamId: string, role: GivenRole) {
      const answer = await target().call(`/api/flows/${id}/teams`, {
        method: 'PUT',
        token,
        body: { team: teamId, role },
      })
      expect(answer.status).toBe(200)
    }

    /** A flow that a team owns: each has the role through a team. */
    async function sharedByTeams(people: SharedFlow['people'], name = 'A small shop'): Promise<SharedFlow> {
      const { token } = people.owner
      const { id } = (await target().call('/api/flows', { token, body: flowBody({ name }) })).body.data
      const owning = await team(people.owner, people.editor)
      const moved = await target().call(`/api/flows/${id}/team`, { method: 'PUT', token, body: { team: owning } })
      expect(moved.status).toBe(200)
      for (const role of ['viewer', 'commenter'] as const)
        await shareWithTeam(people.owner, id, await team(people.owner, people[role]), role)
      const heir = await target().addUser()
      const body = { email: heir.email, role: 'editor' }
      await target().call(`/api/flows/${id}/people`, { method: 'PUT', token, body })
      await target().call(`/api/flows/${id}/opened`, { method: 'PUT', token: heir.token })
      const link = await target().call(`/api/flows/${id}/links`, { token, body: {} })
      const teamId = await team(people.owner)
      await shareWithTeam(people.owner, id, teamId, 'viewer')
      return { id, linkId: link.body.data.id, teamId, commentIds: await comments(id, people), name, people, heir }
    }

    const called = (flow: SharedFlow, who: string): CalledFlow => ({
      ...flow,
      commentId: flow.commentIds[who] ?? flow.commentIds.owner ?? '',
    })

    /** An action on a flow by somebody who has a role in it, or none. */
    async function expectAnswer(flow: SharedFlow, action: FlowAction, who: (typeof WHO)[number], isAllowed: boolean) {
      const [path, call] = CALLS[action](called(flow, who))
      const { token } = flow.people[who]
      const answer = await target().call(path, { ...call, token })
      if (who === 'stranger') {
        const [nowhere, same] = CALLS[action]({ ...called(flow, who), id: NOBODYS })
        const unknown = await target().call(nowhere, { ...same, token })
        expect([answer.status, bytesOf(answer)]).toEqual([404, bytesOf(unknown)])
      } else expect([200, 201].includes(answer.status) ? 'allowed' : answer.status).toBe(isAllowed ? 'allowed' : 403)
    }

    /** A flow that is made for each who may change it, while all others get the same one. */
    function flows(make: () => Promise<SharedFlow>) {
      let kept: Promise<SharedFlow> | undefined
      return (action: FlowAction, isAllowed: boolean) => {
        if (isAllowed && !READING.includes(action)) return make()
        kept ??= make()
        return kept
      }
    }

    const flowOfPersons = flows(async () => shared(await people()))
    it.each(ACTIONS.flatMap((action) => WHO.map((who) => [action, who] as const)))(
      '[API-430] %s by a %s answers as the table says',
      async (action, who) => {
        const isAllowed = who !== 'stranger' && mayRole(who, action)
        await expectAnswer(await flowOfPersons(action, isAllowed), action, who, isAllowed)
      },
    )

    const flowOfTeams = flows(async () => sharedByTeams(await people()))
    it.each(ACTIONS.flatMap((action) => WHO.map((who) => [action, who] as const)))(
      '[API-463] %s by a %s through a team answers as the table says',
      async (action, who) => {
        const isAllowed = who !== 'stranger' && mayRole(who, action) && !OWN_ONLY.includes(action)
        await expectAnswer(await flowOfTeams(action, isAllowed), action, who, isAllowed)
      },
    )

    it.each(Object.keys(TEAM_ACTIONS) as TeamAction[])(
      '[API-464] to %s a team answers as the table says',
      async (action) => {
        const [path, call] = TEAM_CALLS[action]
        for (const who of ['stranger', ...TEAM_ROLES] as const) {
          const all = {
            stranger: await target().addUser(),
            member: await target().addUser(),
            owner: await target().addUser(),
          }
          const id = await team(all.owner, all.member)
          const { token } = all[who]
          // The owner can leave, as there is another one.
          await target().call(`/api/teams/${id}/members`, {
            method: 'PUT',
            token: all.owner.token,
            body: { email: (await joined(id, all.owner)).email, role: 'owner' },
          })
          const body = call.body && { ...call.body, ...('email' in call.body && { email: all.member.email }) }
          const answer = await target().call(`/api/teams/${id}${path}`, { ...call, ...(body && { body }), token })
          if (who === 'stranger') {
            const unknown = await target().call(`/api/teams/${NOBODYS}${path}`, {
              ...call,
              ...(body && { body }),
              token,
            })
            expect([who, answer.status, bytesOf(answer)]).toEqual([who, 404, bytesOf(unknown)])
          } else expect([who, answer.status]).toEqual([who, mayInTeam(who, action) ? 200 : 403])
        }
      },
    )

    /** A new member who has opened the team. */
    async function joined(id: string, { token }: TestUser): Promise<TestUser> {
      const user = await target().addUser()
      const body = { email: user.email, role: 'member' }
      await target().call(`/api/teams/${id}/members`, { method: 'PUT', token, body })
      await target().call(`/api/teams/${id}/opened`, { method: 'PUT', token: user.token })
      return user
    }

    /** Who is what to a flow that was made for attempts by chance, and what belongs to its owner alone. */
    interface Tried {
      flow: SharedFlow
      roles: Map<TestUser, FlowRole>
      people: number
      teams: number
      /** A team that owns it, or one of the owner's own. */
      team: { id: string; roles: Map<TestUser, TeamRole> }
      removed: string
      experiment: string
      token: string
      passkey: string
      /** Of the queues that administrators see. */
      invitation: string
      mail: string
    }

    async function tried(everybody: readonly TestUser[], random: () => number, index: number): Promise<Tried> {
      const [stranger, viewer, commenter, editor, owner] = shuffled(random, everybody)
      if (!stranger || !viewer || !commenter || !editor || !owner) throw new Error('There are too few people.')
      const isOfTeams = index % 3 === 0
      const share = isOfTeams ? sharedByTeams : shared
      const flow = await share({ stranger, viewer, commenter, editor, owner }, `Plans ${index}`)
      const { token } = owner
      const gone = (await target().call('/api/flows', { token, body: flowBody({ name: `Gone ${index}` }) })).body.data
        .id
      expect((await target().call(`/api/flows/${gone}`, { method: 'DELETE', token })).status).toBe(200)
      const experiment = await doneExperiment(owner.id)
      const made = await target().call('/api/profile/tokens', { token, body: { name: 'Mine', scope: 'read', days: 1 } })
      return {
        flow,
        roles: new Map(FLOW_ROLES.map((role) => [flow.people[role], role])),
        ...{ people: isOfTeams ? 1 : 3, teams: isOfTeams ? 3 : 1 },
        team: {
          id: await team(owner, editor),
          roles: new Map<TestUser, TeamRole>([
            [owner, 'owner'],
            [editor, 'member'],
          ]),
        },
        ...{ removed: gone, experiment, token: made.body.data.id },
        ...(await administered(owner)),
      }
    }

    /** A passkey of somebody, and an invitation and a mail that wait. */
    async function administered({ id, email }: TestUser) {
      const [passkey, invitation, mail] = [newId(), newId(), newId()]
      const now = Date.now()
      const key = { credential_id: passkey, public_key: '', counter: 0, transports: '[]', name: 'Mine' }
      await target().database.write(async (queries) => {
        await queries
          .insertInto('passkeys')
          .values({ id: passkey, user_id: id, ...key, created_at: now })
          .execute()
        await queries
          .insertInto('invitations')
          .values({ id: invitation, email: `${invitation}@example.com`, created_at: now, expires_at: now + HOUR })
          .execute()
        await queries
          .insertInto('mails')
          .values({ id: mail, kind: 'test', email, created_at: now, due_at: now + 24 * HOUR })
          .execute()
        // Who has a factor is asked for it before the role is, and so is whoever removes one.
        await queries
          .updateTable('sessions')
          .set({ confirmed_at: now + HOUR })
          .execute()
      })
      return { passkey, invitation, mail }
    }

    /** One that is over: a run would take the processor from the attempts. */
    async function doneExperiment(userId: string): Promise<string> {
      const id = newId()
      const now = Date.now()
      const content = gzipSync('{"data":{}}')
      const row = { id, user_id: userId, kind: 'capacity', name: 'Mine', state: 'done', share: 1 } as const
      const times = { created_at: now, started_at: now, finished_at: now }
      await target().database.write((queries) =>
        queries
          .insertInto('experiments')
          .values({ ...row, ...times, request: content, result: content })
          .execute(),
      )
      return id
    }

    type Refusal = 403 | 404

    /** A call, and the status of the refusal that is due; undefined where it is allowed. */
    interface Attempt {
      path: string
      call: HttpCall
      refusal: Refusal | undefined
    }

    type Attack = (tried: Tried, user: TestUser) => Attempt

    /** What one could try on others: by the routes of flows and teams, of what is one's own alone, and of administrators. */
    const ATTACKS: Record<string, Attack[]> = {
      flow: ACTIONS.map((action) => ({ flow, roles }, user) => {
        const role = roles.get(user)
        const [path, call] = CALLS[action](called(flow, role ?? 'stranger'))
        return { path, call, refusal: mayRole(role, action) ? undefined : role ? 403 : 404 }
      }),
      team: (Object.keys(TEAM_CALLS) as TeamAction[]).map((action) => ({ team: { id, roles } }, user) => {
        const [path, call] = TEAM_CALLS[action]
        const body = call.body && { ...call.body, ...('email' in call.body && { email: user.email }) }
        const role = roles.get(user)
        const refusal = mayInTeam(role, action) ? undefined : role ? 403 : 404
        return { path: `/api/teams/${id}${path}`, call: { ...call, ...(body && { body }) }, refusal }
      }),
      answer: [
        ({ flow, roles }, user) => ({
          path: `/api/flows/${flow.id}/comments/${flow.commentIds.owner}/answers`,
          call: { body: { text: 'So it is.' } },
          refusal: mayRole(roles.get(user), 'comment') ? undefined : roles.has(user) ? 403 : 404,
        }),
      ],
      bin: [
        ({ flow, removed }, user) => ofOwner(flow, user, `/api/bin/${removed}/restore`, { method: 'POST' }),
        ({ flow, removed }, user) => ofOwner(flow, user, `/api/bin/${removed}`, { method: 'DELETE' }),
      ],
      experiment: (['GET ', 'DELETE ', 'GET /events', 'GET /result', 'GET /request'] as const).map(
        (route) =>
          ({ flow, experiment }, user) => {
            const [method = '', rest = ''] = route.split(' ')
            return ofOwner(flow, user, `/api/experiments/${experiment}${rest}`, { method })
          },
      ),
      token: [({ flow, token }, user) => ofOwner(flow, user, `/api/profile/tokens/${token}`, { method: 'DELETE' })],
      passkey: [
        ({ flow, passkey }, user) => ofOwner(flow, user, `/api/profile/passkeys/${passkey}`, { method: 'DELETE' }),
      ],
      // None of these people administers the server.
      admin: [
        ({ flow }) => nobodys(`users/${flow.people.owner.id}`, { method: 'PATCH', body: { isDisabled: true } }),
        ({ flow }) => nobodys(`users/${flow.people.owner.id}`, { method: 'DELETE' }),
        ({ flow }) => nobodys(`users/${flow.people.owner.id}/sessions`, { method: 'DELETE' }),
        ({ flow }) => nobodys(`users/${flow.people.owner.id}/reset-link`, { method: 'POST' }),
        ({ invitation }) => nobodys(`invitations/${invitation}/link`, { method: 'POST' }),
        ({ invitation }) => nobodys(`invitations/${invitation}`, { method: 'DELETE' }),
        ({ mail }) => nobodys(`mails/${mail}/retry`, { method: 'POST' }),
        ({ mail }) => nobodys(`mails/${mail}`, { method: 'DELETE' }),
        ({ experiment }) => nobodys(`experiments/${experiment}`, { method: 'DELETE' }),
      ],
    }

    const nobodys = (path: string, call: HttpCall): Attempt => ({ path: `/api/admin/${path}`, call, refusal: 404 })

    const ofOwner = ({ people: { owner } }: SharedFlow, user: TestUser, path: string, call: HttpCall): Attempt => ({
      ...{ path, call },
      refusal: owner === user ? undefined : 404,
    })

    it('[API-431] [API-463] [REL-AC6] by chance, no role does what it may not, and who has none learns nothing', async ({
      task,
    }) => {
      const random = pinnedRandom()
      const everybody = await Promise.all(Array.from({ length: 12 }, () => target().addUser()))
      const flows: Tried[] = []
      for (let index = 0; index < sized({ small: 4, full: 12 }); index++)
        flows.push(await tried(everybody, random, index))
      const wanted = sized({ small: 240, full: 10_000 })
      const attempts: (Attempt & { token: string })[] = []
      const shapes = new Set<string>()
      const attack = (by: Attack) => {
        const user = pick(random, everybody)
        const { refusal, ...attempt } = by(pick(random, flows), user)
        if (!refusal) return false
        attempts.push({ ...attempt, refusal, token: user.token })
        shapes.add(`${attempt.call.method ?? (attempt.call.body ? 'POST' : 'GET')} ${shapeOf(attempt.path)}`)
        return true
      }
      // Each once, and then by chance.
      for (const by of Object.values(ATTACKS).flat()) while (!attack(by));
      while (attempts.length < wanted) {
        const kind = random() < 0.6 ? 'flow' : pick(random, Object.keys(ATTACKS))
        attack(pick(random, ATTACKS[kind] ?? []))
      }
      let leaks = 0
      await inParallel(attempts, 16, async ({ path, call, token, refusal }) => {
        const answer = await target().call(path, { ...call, token })
        if (answer.status !== refusal) leaks++
        if (!/^\{"message":"[^"]*"\}$/.test(answer.text)) leaks++
      })
      expect(leaks).toBe(0)
      // A route with an id that is added has to be tried here, too.
      const { paths } = (await target().call('/api/openapi.json')).body
      const routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
        path.includes('{') ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`) : [],
      )
      const untried = routes.filter((route) => !shapes.has(route) && !ELSEWHERE.test(route))
      expect(untried).toEqual([])
      for (const table of ['passkeys', 'invitations', 'mails'] as const) {
        const rows = await target().database.read.selectFrom(table).select('id').execute()
        const kept = rows.map(({ id }) => id)
        expect(kept).toEqual(expect.arrayContaining(flows.map((flow) => flow[KEPT[table]])))
      }
      for (const { flow, removed, experiment, ...counts } of flows) {
        const { token } = flow.people.owner
        const { data } = (await target().call(`/api/flows/${flow.id}`, { token })).body
        expect([data.name, data.version]).toEqual([flow.name, 1])
        const sharing = (await target().call(`/api/flows/${flow.id}/sharing`, { token })).body.data
        expect([sharing.people.length, sharing.links.length]).toEqual([counts.people, 1])
        expect(sharing.teams.length).toBe(counts.teams)
        const { threads } = (await target().call(`/api/flows/${flow.id}/comments`, { token })).body.data
        expect(threads.map(({ comments }: { comments: { text: string }[] }) => comments[0]?.text)).toEqual([
          'By the commenter',
          'By the editor',
          'By the owner',
        ])
        const bin = (await target().call('/api/bin', { token })).body.data
        expect(bin.map(({ id }: { id: string }) => id)).toContain(removed)
        expect((await target().call(`/api/experiments/${experiment}`, { token })).status).toBe(200)
        const members = (await target().call(`/api/teams/${counts.team.id}`, { token })).body.data.members
        expect(members).toHaveLength(2)
      }
      measured(task, `${attempts.length} attempts that nobody may make, ${leaks} leaks, every flow as it was`)
    })

    it('[REL-AC7] by chance, no list, presence or socket tells or takes what the role may not', async ({ task }) => {
      const random = pinnedRandom()
      const everybody = await Promise.all(Array.from({ length: 12 }, () => target().addUser()))
      const flows: Tried[] = []
      for (let index = 0; index < sized({ small: 3, full: 6 }); index++)
        flows.push(await tried(everybody, random, index))
      const { url } = target().server
      const owners = await Promise.all(
        flows.map(async ({ flow }) => {
          const socket = await openRawSocket(url, flow.id)
          await socket.join(flow.people.owner.token)
          return socket
        }),
      )
      const counts = { lists: 0, presence: 0, sockets: 0 }
      let leaks = 0
      const ids = flows.map(({ flow }) => flow.id)
      const mayKnow = (id: string, user: TestUser) => flows.some(({ flow, roles }) => flow.id === id && roles.has(user))
      const tries = {
        lists: async (user: TestUser) => {
          const query = new URLSearchParams({
            whose: pick(random, ['own', 'shared', 'team']),
            sort: pick(random, ['updated', 'name', 'nodes', 'opened']),
            limit: '200',
            ...(random() < 0.5 && { q: 'plans' }),
          })
          const { body } = await target().call(`/api/flows?${query}`, { token: user.token })
          return body.data.every(({ id }: { id: string }) => mayKnow(id, user)) && body.page.all === body.data.length
        },
        presence: async (user: TestUser) => {
          const { body } = await target().call(`/api/presence?flows=${ids.join(',')}`, { token: user.token })
          const told = body.data.map(({ flow }: { flow: string }) => flow)
          const due = flows.filter(({ flow, roles }) => roles.has(user) && flow.people.owner !== user)
          return told.length >= due.length && told.every((id: string) => mayKnow(id, user))
        },
        sockets: async (user: TestUser) => {
          const { flow, roles } = pick(random, flows)
          const role = roles.get(user)
          if (mayRole(role, 'save')) return true
          const socket = await openRawSocket(url, flow.id)
          const end = await Promise.race([socket.closed, socket.join(user.token)])
          const isHeld = end?.reason === (role ? undefined : 'not-found')
          const doc = new Y.Doc()
          doc.getMap('simulation').set('taken', true)
          if (role) await socket.update(Y.encodeStateAsUpdate(doc))
          socket.close()
          return isHeld
        },
      }
      const kinds = Array.from({ length: sized({ small: 90, full: 10_000 }) }, () => pick(random, Object.keys(tries)))
      await inParallel(kinds as (keyof typeof tries)[], 8, async (kind) => {
        counts[kind]++
        if (!(await tries[kind](pick(random, everybody)))) leaks++
      })
      for (const { flow } of flows) {
        const { data } = (await target().call(`/api/flows/${flow.id}`, { token: flow.people.owner.token })).body
        if (data.simulation?.taken || data.name !== flow.name) leaks++
      }
      for (const socket of owners) socket.close()
      expect(leaks).toBe(0)
      const text = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
      measured(task, `${text.join(', ')}: ${leaks} leaks`)
    })
  },
  { hasCheapHashes: true },
)

/** A path with its ids left out. */
const shapeOf = (path: string) =>
  path.replaceAll(/\{\w+\}|[\da-f]{8}-[\da-f-]{27}/g, '*').replace(/versions\/1/, 'versions/*')

/** Of mails on this machine, of links (their token is the right), and of sessions; each has attacks of its own. */
const ELSEWHERE = / \/api\/(?:outbox|shared|profile\/sessions)\//

function shuffled<Item>(random: () => number, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
