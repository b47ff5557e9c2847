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
} from '@plimsoll/contract'
import { expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { inParallel, measured, pick, pinnedRandom } from '../support/attack.ts'
import { flowBody } from '../support/flows.ts'
import type { HttpCall, HttpResponse } from '../support/http-client.ts'
import { onEachTarget } from '../support/target.ts'
import type { TestUser } from '../support/test-server.ts'

const NOBODYS = '00000000-0000-4000-8000-000000000000'
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

    it.each(ACTIONS.flatMap((action) => WHO.map((who) => [action, who] as const)))(
      '[API-430] %s by a %s answers as the table says',
      async (action, who) => {
        const isAllowed = who !== 'stranger' && mayRole(who, action)
        await expectAnswer(await shared(await people()), action, who, isAllowed)
      },
    )

    it.each(ACTIONS.flatMap((action) => WHO.map((who) => [action, who] as const)))(
      '[API-463] %s by a %s through a team answers as the table says',
      async (action, who) => {
        const isAllowed = who !== 'stranger' && mayRole(who, action) && !OWN_ONLY.includes(action)
        await expectAnswer(await sharedByTeams(await people()), action, who, isAllowed)
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

    it('[API-431] [API-463] by chance, no role does what it may not, and who has none learns nothing', async ({
      task,
    }) => {
      const random = pinnedRandom()
      const everybody = await Promise.all(Array.from({ length: 12 }, () => target().addUser()))
      const flows: { flow: SharedFlow; roles: Map<TestUser, FlowRole>; people: number; teams: number }[] = []
      for (let index = 0; index < 12; index++) {
        const [stranger, viewer, commenter, editor, owner] = shuffled(random, everybody)
        if (!stranger || !viewer || !commenter || !editor || !owner) throw new Error('There are too few people.')
        const share = index % 3 === 0 ? sharedByTeams : shared
        const flow = await share({ stranger, viewer, commenter, editor, owner }, `Plans ${index}`)
        const roles = new Map<TestUser, FlowRole>(FLOW_ROLES.map((role) => [flow.people[role], role]))
        flows.push({ flow, roles, people: index % 3 === 0 ? 1 : 3, teams: index % 3 === 0 ? 3 : 1 })
      }
      const attempts = Array.from({ length: sized({ small: 240, full: 10_000 }) }, () => ({
        ...pick(random, flows),
        user: pick(random, everybody),
        action: pick(random, ACTIONS),
      })).filter(({ roles, user, action }) => !mayRole(roles.get(user), action))
      let leaks = 0
      await inParallel(attempts, 16, async ({ flow, roles, user, action }) => {
        const [path, call] = CALLS[action](called(flow, roles.get(user) ?? 'stranger'))
        const answer = await target().call(path, { ...call, token: user.token })
        if (answer.status !== (roles.has(user) ? 403 : 404)) leaks++
        if (!/^\{"message":"[^"]*"\}$/.test(answer.text)) leaks++
      })
      expect(leaks).toBe(0)
      for (const { flow, ...counts } of flows) {
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
      }
      measured(task, `${attempts.length} attempts that nobody may make, ${leaks} leaks, every flow as it was`)
    })
  },
  { hasCheapHashes: true },
)

function shuffled<Item>(random: () => number, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
