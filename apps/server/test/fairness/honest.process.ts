import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../support/random.ts'
import { atRate, comeAfterOthers } from './flood.ts'
import {
  type Behaviour,
  type HonestCommand,
  type HonestFigures,
  type HonestUser,
  nameOfVersion,
  type Step,
} from './honest.ts'
import { type Answer, GZIP, openWire, requestBytes, requestParts, type Wire } from './wire.ts'

// Honest users in a process of their own, so that the load beside them does not delay what they measure.

const EXPECTED = { list: 200, load: 200, save: 200, create: 201, remove: 200, profile: 200, login: 200 } as const

/** Somebody who does one thing at a time. */
interface Person {
  user: HonestUser
  wire: Wire
  /** How many steps were taken. */
  steps: number
  /** A save has failed, and may yet be stored. */
  isUnsure: boolean
  /** A flow that is to be removed again. */
  created: string | undefined
}

let figures = nothing()
let people: Person[] = []
let rest = Buffer.alloc(0)
const over = new AbortController()
const underWay = new Set<Promise<unknown>>()

process.once('disconnect', () => process.exit())

process.on('message', async (command: HonestCommand) => {
  if (command.kind === 'begin') return begin(command)
  if (command.kind === 'end') {
    over.abort()
    await Promise.all(underWay)
  }
  process.send?.({ ...figures, versions: people.map(({ user }) => user.version) } satisfies HonestFigures)
  figures = nothing()
})

function begin({ port, users, seed, behaviour }: Extract<HonestCommand, { kind: 'begin' }>) {
  const random = seededRandom(seed)
  const { pace, loginMs, flow, isLoad = false } = behaviour
  if (isLoad) comeAfterOthers()
  const { name: _, ...others } = flow
  rest = Buffer.from(`,${JSON.stringify(others).slice(1)}`)
  people = users.map((user, index) => {
    const wire = openWire(port, addressOf(index))
    return { user, wire, steps: index, isUnsure: false, created: undefined }
  })
  if ('perSecond' in pace) takeStepsAtRate(pace.perSecond, behaviour.steps)
  else for (const person of people) void work(person, { ...pace, steps: behaviour.steps, random })
  if (loginMs !== undefined)
    users.forEach((user, index) => {
      void logIn(openWire(port, addressOf(index)), { user, loginMs, random })
    })
}

/** Of the network; attackers have others. */
const addressOf = (index: number) => `127.0.${100 + Math.floor(index / 200)}.${10 + (index % 200)}`

function nothing(): HonestFigures {
  const answered = { list: [], load: [], save: [], create: [], remove: [], profile: [], login: [] }
  return { answered, refused: {}, turnedAway: [], refusedAt: 0, unsent: 0, versions: [] }
}

function note(what: Step | 'login', answer: Answer) {
  if (over.signal.aborted) return
  if (answer.status === EXPECTED[what]) return void figures.answered[what].push(answer.ms)
  const name = `${what} ${answer.status}`
  figures.refused[name] = (figures.refused[name] ?? 0) + 1
  figures.refusedAt = Date.now()
  const isTold = /^(?:503|429)$/.test(`${answer.status}`) && /\r\nretry-after: \d/i.test(answer.head)
  if (isTold) figures.turnedAway.push(answer.ms)
}

type Working = Pick<Behaviour, 'steps'> & { thinkMs: number; random: () => number }

async function work(person: Person, { steps, thinkMs, random }: Working) {
  while (!over.signal.aborted) {
    await delay(2 * random() * thinkMs)
    // What begins after the end would not be told.
    if (over.signal.aborted) return
    const answer = await track(take(person, steps))
    // A connection that is refused must not make a loop that never waits.
    if (answer.status === 0) await delay(50)
  }
}

function takeStepsAtRate(perSecond: number, steps: readonly Step[]) {
  const free = [...people]
  void atRate({ perSecond, until: over.signal }, () => {
    const person = free.shift()
    if (!person) return void figures.unsent++
    void track(take(person, steps)).then(() => free.push(person))
  })
}

function track<Result>(work: Promise<Result>): Promise<Result> {
  underWay.add(work)
  return work.finally(() => underWay.delete(work))
}

/** Takes the next step. */
async function take(person: Person, steps: readonly Step[]): Promise<Answer> {
  const wanted = steps[person.steps++ % steps.length] ?? 'list'
  const step = possible(person, wanted)
  const { version } = person.user
  const answer = await person.wire.ask(...requestOf(person, step))
  const isDone = answer.status === EXPECTED[step]
  if (step === 'load' && isDone && person.isUnsure) {
    person.user.version = JSON.parse(answer.text).data.version
    person.isUnsure = false
  }
  if (step === 'save') {
    if (isDone) person.user.version = version + 1
    else person.isUnsure = true
  }
  if (step === 'create' && isDone) person.created = /"id":"([^"]+)"/.exec(answer.text)?.[1]
  if (step === 'remove' && isDone) person.created = undefined
  note(step, answer)
  return answer
}

function possible({ isUnsure, created }: Person, step: Step): Step {
  if (step === 'save' && isUnsure) return 'load'
  if (step === 'create' && created !== undefined) return 'remove'
  return step === 'remove' && created === undefined ? 'list' : step
}

function requestOf({ user, created }: Person, step: Step): Buffer[] {
  const { token, flowId, version } = user
  const flow = `/api/flows/${flowId}`
  if (step === 'list') return [requestBytes({ path: '/api/flows', token })]
  if (step === 'profile') return [requestBytes({ path: '/api/profile', token })]
  if (step === 'load') return [requestBytes({ path: flow, token, headers: GZIP })]
  if (step === 'remove') return [requestBytes({ method: 'DELETE', path: `/api/flows/${created}`, token })]
  const start = step === 'save' ? { name: nameOfVersion(version + 1), version } : { name: 'Another flow' }
  const content = [Buffer.from(JSON.stringify(start).slice(0, -1)), rest]
  return requestParts(
    step === 'save'
      ? { method: 'PUT', path: flow, token, content, headers: GZIP }
      : { method: 'POST', path: '/api/flows', token, content, headers: GZIP },
  )
}

async function logIn(
  wire: Wire,
  { user, loginMs, random }: { user: HonestUser; loginMs: number; random: () => number },
) {
  const { email, password } = user
  const request = requestBytes({ path: '/api/auth/login', body: { email, password } })
  while (!over.signal.aborted) {
    await delay(2 * random() * loginMs)
    const answer = await track(wire.ask(request))
    note('login', answer)
    // A user has twenty sessions at most, of which the oldest ends: the one that the user works with.
    const token = /"token":"([^"]+)"/.exec(answer.text)?.[1]
    if (token) await track(wire.ask(requestBytes({ path: '/api/auth/logout', token, body: {} })))
  }
}
