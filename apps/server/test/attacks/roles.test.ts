import { FLOW_ACTIONS, FLOW_ROLES, type FlowAction, type FlowRole, GIVEN_ROLES, mayRole } from '@plimsoll/contract'
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
  name: string
  people: Record<(typeof WHO)[number], TestUser>
}

type CalledFlow = Pick<SharedFlow, 'id' | 'linkId' | 'people'> & { commentId: string }

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
  unshare: ({ id, people }) => [`/api/flows/${id}/people`, { method: 'DELETE', body: { email: people.viewer.email } }],
  'hand on': ({ id, people }) => [`/api/flows/${id}/owner`, { method: 'PUT', body: { email: people.editor.email } }],
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
      const commentIds: SharedFlow['commentIds'] = {}
      for (const who of FLOW_ACTIONS.comment) {
        const body = { text: `By the ${who}` }
        const answer = await target().call(`/api/flows/${id}/comments`, { token: people[who].token, body })
        commentIds[who] = answer.body.data.id
      }
      return { id, linkId: link.body.data.id, commentIds, name, people }
    }

    const called = (flow: SharedFlow, who: string): CalledFlow => ({
      ...flow,
      commentId: flow.commentIds[who] ?? flow.commentIds.owner ?? '',
    })

    it.each(ACTIONS.flatMap((action) => WHO.map((who) => [action, who] as const)))(
      '[API-430] %s by a %s answers as the table says',
      async (action, who) => {
        const flow = await shared(await people())
        const [path, call] = CALLS[action](called(flow, who))
        const { token } = flow.people[who]
        const answer = await target().call(path, { ...call, token })
        if (who === 'stranger') {
          const [nowhere, same] = CALLS[action]({ ...called(flow, who), id: NOBODYS })
          const unknown = await target().call(nowhere, { ...same, token })
          expect([answer.status, bytesOf(answer)]).toEqual([404, bytesOf(unknown)])
        } else
          expect([200, 201].includes(answer.status) ? 'allowed' : answer.status).toBe(
            mayRole(who, action) ? 'allowed' : 403,
          )
      },
    )

    it('[API-431] by chance, no role does what it may not, and who has none learns nothing', async ({ task }) => {
      const random = pinnedRandom()
      const everybody = await Promise.all(Array.from({ length: 12 }, () => target().addUser()))
      const flows: { flow: SharedFlow; roles: Map<TestUser, FlowRole> }[] = []
      for (let index = 0; index < 12; index++) {
        const [stranger, viewer, commenter, editor, owner] = shuffled(random, everybody)
        if (!stranger || !viewer || !commenter || !editor || !owner) throw new Error('There are too few people.')
        const flow = await shared({ stranger, viewer, commenter, editor, owner }, `Plans ${index}`)
        flows.push({ flow, roles: new Map(FLOW_ROLES.map((role) => [flow.people[role], role])) })
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
      for (const { flow } of flows) {
        const { token } = flow.people.owner
        const { data } = (await target().call(`/api/flows/${flow.id}`, { token })).body
        expect([data.name, data.version]).toEqual([flow.name, 1])
        const sharing = (await target().call(`/api/flows/${flow.id}/sharing`, { token })).body.data
        expect([sharing.people.length, sharing.links.length]).toEqual([3, 1])
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
