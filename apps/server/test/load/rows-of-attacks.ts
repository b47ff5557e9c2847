import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../src/database/ids.ts'
import { largeFlow } from '../fairness/attacks-on-memory.ts'
import { ask, atRate, NICE, tally } from '../fairness/flood.ts'
import {
  type Behaviour,
  type HonestFigures,
  type HonestUsers,
  requestsOf,
  startHonestUsers,
} from '../fairness/honest.ts'
import { p99, percentile } from '../fairness/verdict.ts'
import { type Answer, GZIP, openWire, requestBytes } from '../fairness/wire.ts'
import { flowBody } from '../support/flows.ts'
import type { Load, LoadRow } from './load.ts'
import { flowOf } from './people.ts'

const BOTH = ['SQLite', 'PostgreSQL'] as const
const SECOND = 1_000
const KIB = 1024
const SLOW_USERS = 100
/** 127.1.0.0/16 and those after it. */
const SLOW_NETWORKS = 8
/** In the system's list of connections. */
const ESTABLISHED = '01'

interface SlowUser {
  token: string
  flowId: string
}

export const ATTACK_ROWS: readonly LoadRow[] = [
  {
    id: 'LO3',
    title: '500 logins a second',
    databases: BOTH,
    minutes: 1,
    async run(load) {
      const { stage, seed, sized, note } = load
      const people = await startHonestUsers(stage, seed, { behaviour: signedIn(load, ['list', 'load', 'save']) })
      const users = await Promise.all(Array.from({ length: 20 }, () => stage.addUser()))
      await startWatching(load, people)
      const answers = await atRateFor({ perSecond: sized(200, 500), ms: load.lasting(1) }, (index) => {
        // Of two thousand networks, so that the bound of one does not count; one in ten with the right password.
        const { email = '', password = '' } = users[index % users.length] ?? {}
        const body = { email, password: index % 10 === 0 ? password : 'Wrong4Horse' }
        const from = `127.${1 + (index % 8)}.${index % 250}.1`
        return ask(stage.port, requestBytes({ path: '/api/auth/login', body }), from)
      })
      judgeBeside(load, await people.end())
      // 0: the system has closed it, because more connections came than it keeps for the server.
      judgeAnswers(load, answers, [200, 401, 429, 503, ...sized([], [0])])
      note(`logins: ${tally(counted(answers))}`)
    },
  },
  {
    id: 'LO4',
    title: '2,000 sockets that send or read a byte a second',
    databases: ['SQLite'],
    async run(load) {
      const { stage, seed, figure, fault, note } = load
      const people = await startHonestUsers(stage, seed, { behaviour: signedIn(load, ['list', 'load', 'save']) })
      // A hundred users: one alone would wait in a line of its own, which is as slow as it is.
      const slow: SlowUser[] = []
      const flow = largeFlow(KIB * KIB)
      for (let count = 0; count < SLOW_USERS; count++) {
        const user = await stage.addUser()
        slow.push({ token: user.token, flowId: (await stage.addFlow(user, flow)).id })
      }
      await startWatching(load, people)
      const sockets = Array.from({ length: 2_000 }, (_, index) => openSlowly(load, slow, index))
      const start = performance.now()
      let most = 0
      const left = () => openFrom(stage.port, SLOW_NETWORKS)
      do {
        await delay(250)
        most = Math.max(most, left())
      } while (left() > 0 && performance.now() - start < 60 * SECOND)
      const seconds = Math.round((performance.now() - start) / SECOND)
      if (most < 1_000) fault(`only ${most} sockets were open`)
      if (left() > 0) fault(`${left()} of ${most} sockets were open after ${seconds} s`)
      judgeBeside(load, await people.end())
      for (const socket of sockets) socket.destroy()
      figure({ what: 'all closed after', value: seconds, unit: 's', most: 30 })
      note(`${most} were open at once`)
    },
  },
  {
    id: 'LO5',
    title: 'four saves of 10,000 components a second beside 100 profiles',
    databases: BOTH,
    minutes: 1,
    async run(load) {
      const { stage, seed, sized, note, figure } = load
      const behaviour: Behaviour = {
        ...{ people: sized(10, 50), steps: ['profile'], flow: flowBody(), pace: { perSecond: 100 } },
      }
      const people = await startHonestUsers(stage, seed, { behaviour })
      const users = await Promise.all(Array.from({ length: 8 }, () => stage.addUser()))
      const body = JSON.stringify(flowOf(sized(1_000, 10_000)))
      await startWatching(load, people)
      const answers = await atRateFor({ perSecond: 4, ms: load.lasting(1) }, (index) => {
        const token = users[index % users.length]?.token
        return ask(stage.port, requestBytes({ path: '/api/flows', token, body, headers: GZIP }))
      })
      judgeBeside(load, await people.end())
      judgeAnswers(load, answers, [201, 429, 503])
      const saved = answers.filter(({ status }) => status === 201)
      if (saved.length === 0) load.fault('no large flow was saved')
      figure({ what: 'memory', value: Math.round(stage.peakMiB()), unit: 'MiB', most: 512 })
      note(`large saves: ${tally(counted(answers))}, p95 ${percentile(times(saved), 0.95)} ms`)
    },
  },
  {
    id: 'LO8',
    title: 'a list of 500 flows of 1,000 components',
    databases: BOTH,
    async run(load) {
      const { stage, sized, figure, fault } = load
      const user = await stage.addUser()
      const { id } = await stage.addFlow(user, flowOf(sized(20, 1_000)))
      await copyFlow(load, id, 499)
      const wire = openWire(stage.port)
      const answers: Answer[] = []
      for (let count = 0; count < sized(3, 300); count++)
        answers.push(await wire.ask(requestBytes({ path: '/api/flows', token: user.token })))
      wire.close()
      const [first] = answers
      const flows = first?.status === 200 ? JSON.parse(first.text).data.length : 0
      if (flows !== 500) fault(`the list has ${flows} flows: ${first?.status}`)
      const kib = Math.round(Buffer.byteLength(first?.text ?? '') / KIB)
      if (kib >= 256) fault(`the list has ${kib} KiB, below 256 needed`)
      figure({ what: 'p95', value: percentile(times(answers.slice(sized(0, 20))), 0.95), unit: 'ms', most: 30 })
      load.note(`${kib} KiB`)
    },
  },
]

const signedIn = ({ sized }: Load, steps: Behaviour['steps']): Behaviour => ({
  people: sized(10, 100),
  steps,
  pace: { thinkMs: sized(20, 1_000) },
  flow: flowOf(10),
})

/** Forgets what compiled, and goes behind the server and those who are watched. */
async function startWatching({ sized }: Load, people: HonestUsers): Promise<void> {
  await delay(sized(100, 3 * SECOND))
  await people.look()
  // Tests that run this share their process with others.
  if (sized(false, true)) setPriority(NICE)
}

/** Notes what people saw whom an attack must not disturb. */
function judgeBeside({ figure, fault, note }: Load, seen: HonestFigures): void {
  const requests = requestsOf(seen)
  if (requests.length === 0) fault('nobody beside it was answered')
  for (const [what, count] of Object.entries(seen.refused)) fault(`refused: ${count} × ${what}`)
  figure({ what: 'p99 beside it', value: p99(requests), unit: 'ms', most: 100 })
  note(`${requests.length} requests beside it${seen.unsent > 0 ? `, ${seen.unsent} not sent` : ''}`)
}

/** Asks so many times a second, and waits for the answers. */
async function atRateFor(
  { perSecond, ms }: { perSecond: number; ms: number },
  request: (index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const until = AbortSignal.timeout(ms)
  const answers: Promise<Answer>[] = []
  await atRate({ perSecond, until }, () => void answers.push(request(answers.length)))
  return Promise.all(answers)
}

function judgeAnswers({ fault }: Load, answers: readonly Answer[], allowed: readonly number[]): void {
  const others = answers.filter(({ status }) => !allowed.includes(status))
  if (others.length > 0) fault(`answered with ${tally(counted(others))}: ${others[0]?.text.slice(0, 200)}`)
  const untold = answers.filter(({ status, head }) => status === 503 && !/\r\nretry-after: \d/i.test(head))
  if (untold.length > 0) fault(`${untold.length} × 503 without Retry-After`)
}

function counted(answers: readonly Answer[]): Record<number, number> {
  const statuses: Record<number, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}

const times = (answers: readonly Answer[]) => answers.map(({ ms }) => ms)

/** Headers, a body or an answer, of which a byte passes each second. */
function openSlowly({ stage }: Load, users: readonly SlowUser[], index: number): Socket {
  const { token = '', flowId } = users[Math.floor(index / 3) % users.length] ?? {}
  const localAddress = `127.${1 + (index % SLOW_NETWORKS)}.${index % 250}.1`
  const socket = connect({ host: '127.0.0.1', port: stage.port, localAddress })
  socket.on('error', () => {})
  socket.pause()
  const load = requestBytes({ path: `/api/flows/${flowId}`, token })
  const save = requestBytes({ path: '/api/flows', token, body: ' '.repeat(5_000) })
  const all = [load, save, load][index % 3] ?? load
  let sent = index % 3 === 0 ? 40 : index % 3 === 1 ? all.length - 5_000 : all.length
  socket.once('connect', () => socket.write(all.subarray(0, sent)))
  const timer = setInterval(() => {
    if (sent < all.length) socket.write(all.subarray(sent, ++sent))
    else socket.read(1)
  }, SECOND)
  socket.once('close', () => clearInterval(timer))
  return socket
}

/** How many connections to a port the server has open to the networks of those who are slow. Linux only. */
function openFrom(port: number, networks: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, to = '', from = '', state]) => {
      const network = Number.parseInt(from.slice(4, 6), 16)
      return to.endsWith(local) && state === ESTABLISHED && network >= 1 && network <= networks
    }).length
}

/** Adds copies of a flow to its library. */
async function copyFlow({ stage: { database } }: Load, flowId: string, count: number): Promise<void> {
  await database.write(async (queries) => {
    const flow = await queries.selectFrom('flows').selectAll().where('id', '=', flowId).executeTakeFirstOrThrow()
    const entry = await queries
      .selectFrom('library_entries')
      .selectAll()
      .where('flow_id', '=', flowId)
      .executeTakeFirstOrThrow()
    for (let index = 0; index < count; index++) {
      const id = newId()
      await queries
        .insertInto('flows')
        .values({ ...flow, id })
        .execute()
      await queries
        .insertInto('library_entries')
        .values({ ...entry, flow_id: id })
        .execute()
    }
  })
}
