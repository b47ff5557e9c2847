import { expect, it } from 'vitest'
import { isFullSize, sized } from '../../../../tooling/lib/test-size.ts'
import { inParallel, measured } from '../support/attack.ts'
import { everyInput } from '../support/every-input.ts'
import { flowBody } from '../support/flows.ts'
import { sqlInjections } from '../support/hostile.ts'
import { onEachTarget } from '../support/target.ts'

/** Half of what the slow injections would take. */
const SLOWEST_MS = 30_000
/** More than this is more than one library holds, so what was saved is removed now and then. */
const KEPT_FLOWS = 300

onEachTarget(
  'SQL',
  (target) => {
    async function counts() {
      const { read } = target().database
      const users = await read.selectFrom('users').select('is_team').execute()
      const flows = await read.selectFrom('flows').select('id').execute()
      const teams = users.filter(({ is_team }) => is_team === 1).length
      return { users: users.length - teams, teams, flows: flows.length }
    }

    it('[REL-IJ1] no input is interpreted as SQL, in any field, parameter or header', async ({ task }) => {
      const bystander = await target().addUser()
      const theirs = await target().call('/api/flows', {
        token: bystander.token,
        body: flowBody({ name: 'Not yours' }),
      })
      const visitor = await target().addUser()
      const { email } = await target().addUser()
      const saved = await target().call('/api/flows', { token: visitor.token, body: flowBody() })
      const places = everyInput({ token: visitor.token, email, flowId: saved.body.data.id })
      const injections = sqlInjections(sized({ small: 12, full: 2_000 }))
      const before = await counts()
      let tries = 0
      let stored = 0
      let slowest = 0
      let registered = 0
      let teams = 0

      for (const { name, put } of places) {
        const made: { id: string; text: string }[] = []
        await inParallel(injections, isFullSize ? 8 : 4, async (text) => {
          const [path, call] = put(text)
          const answer = await target().call(path, call)
          tries++
          slowest = Math.max(slowest, answer.ms)
          expect(answer.status, `${name} with ${text}: ${answer.text}`).toBeLessThan(500)
          if (answer.status === 201 && path === '/api/auth/register') registered++
          if (answer.status === 201 && path === '/api/teams') teams++
          const isSaved = answer.status === 201 && path === '/api/flows'
          // A key that came before gives the flow that it made then.
          if (isSaved && !made.some(({ id }) => id === answer.body.data.id)) {
            stored++
            if (!name.includes(':'))
              expect(JSON.stringify(answer.body.data)).toContain(JSON.stringify(text).slice(1, -1))
            made.push({ id: answer.body.data.id, text })
          }
          if (made.length < KEPT_FLOWS) return
          for (const { id } of made.splice(0))
            await target().call(`/api/flows/${id}`, { method: 'DELETE', token: visitor.token })
        })
        for (const { id } of made) await target().call(`/api/flows/${id}`, { method: 'DELETE', token: visitor.token })
      }
      expect(slowest).toBeLessThan(SLOWEST_MS)
      expect(await counts()).toEqual({ users: before.users + registered, teams, flows: before.flows })
      const demos = await target().database.read.selectFrom('users').select('id').where('is_demo', '=', 1).execute()
      expect(demos).toEqual([])
      const left = await target().call(`/api/flows/${theirs.body.data.id}`, { token: bystander.token })
      expect(left.text).toBe(theirs.text)
      measured(
        task,
        `${tries} injections at ${places.length} places: 0 × 5xx, ${stored} kept as text, slowest ${Math.round(slowest)} ms`,
      )
    })
  },
  { hasCheapHashes: true },
)
