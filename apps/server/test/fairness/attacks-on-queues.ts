import type { Row } from './attacks.ts'
import { ask, countOf, ended, flood, tally } from './flood.ts'
import { type Answer, requestBytes } from './wire.ts'

const MAILS_AT_ONCE = 50

export const QUEUE_ROWS: readonly Row[] = [
  {
    id: 'STALE',
    title: '260 connections of one user save stale versions',
    async prepare({ stage, until, sized }) {
      const user = await stage.addUser()
      const { id, body } = await stage.addFlow(user)
      const stale = { ...body, version: 1_000 }
      const request = requestBytes({ method: 'PUT', path: `/api/flows/${id}`, token: user.token, body: stale })
      const connections = sized(260, 260)
      return async () => tally(await flood(stage, { connections, request: () => request, until }))
    },
  },
  {
    id: 'LOGINS',
    title: '8 accounts log in from one address',
    async prepare({ stage, until }) {
      const users = await Promise.all(Array.from({ length: 8 }, () => stage.addUser()))
      const requests = users.map(({ email, password }) =>
        requestBytes({ path: '/api/auth/login', body: { email, password } }),
      )
      const request = (index: number) => requests[index % requests.length] ?? Buffer.alloc(0)
      return async () => tally(await flood(stage, { connections: 64, request, until }))
    },
  },
  {
    id: 'MAILS',
    title: "150 strangers' addresses are registered from one address",
    async prepare({ stage, until, fault }) {
      return async () => {
        let sent = 0
        const request = () => {
          const body = {
            firstName: 'Ada',
            lastName: 'King',
            email: `stranger-${sent++}@example.com`,
            password: 'Correct4Horse',
          }
          return sent <= 150
            ? requestBytes({ path: '/api/auth/register', body })
            : requestBytes({ path: '/api/health' })
        }
        const statuses = await flood(stage, { connections: 10, request, until, pauseMs: 20 })
        const made = statuses[201] ?? 0
        if (made > MAILS_AT_ONCE + 1) fault(`${made} mails, ${MAILS_AT_ONCE} are allowed`)
        return `${made} mails for ${Math.min(sent, 150)} registrations`
      }
    },
  },
  {
    id: 'LINK',
    title: 'one view link is opened by 2,000 visitors at once',
    async prepare({ stage, until, sized, fault }) {
      const user = await stage.addUser()
      const { id } = await stage.addFlow(user)
      const body = { role: 'viewer', days: null, password: null }
      const made = await ask(stage.port, requestBytes({ path: `/api/flows/${id}/links`, token: user.token, body }))
      const { token } = JSON.parse(made.text).data
      const request = requestBytes({ path: `/api/shared/${token}` })
      const visitors = sized(500, 2_000)
      return async () => {
        // Of 200 networks, so that no bound of a network address counts.
        const answers: Answer[] = []
        const visit = async (index: number) => {
          answers.push(await ask(stage.port, request, `127.1.${index % 200}.1`))
        }
        const visits = Promise.all(Array.from({ length: visitors }, (_, index) => visit(index)))
        await Promise.race([visits, ended(until, undefined)])
        const counted = countOf(answers)
        if (counted[200] !== visitors) fault(`${visitors} visitors: ${tally(counted)}`)
        return tally(counted)
      }
    },
  },
  {
    id: 'EXPERIMENTS',
    title: '100 experiments of one user are queued, each of 500 points',
    async prepare({ stage, until, fault }) {
      const user = await stage.addUser()
      const { body } = await stage.addFlow(user)
      const { description: _, ...design } = body
      const experiment = {
        kind: 'sweep',
        design: { ...design, simulation: { durationS: 60, replications: 2 } },
        axes: ['node-b.cpuCores=1..50', 'node-b.memoryGb=1..10'],
      }
      const request = requestBytes({ path: '/api/experiments', token: user.token, body: experiment })
      return async () => {
        const answers = await Promise.all(Array.from({ length: 100 }, () => ask(stage.port, request)))
        const statuses = countOf(answers)
        const other = answers.find(({ status }) => ![202, 422, 429].includes(status))
        if (other) fault(`an experiment was answered with ${other.status}: ${other.text.slice(0, 200)}`)
        if (!statuses[202]) fault(`no experiment was taken: ${answers[0]?.text.slice(0, 200)}`)
        await ended(until, undefined)
        return tally(statuses)
      }
    },
  },
]
