import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../support/random.ts'
import type { HonestCommand, HonestFigures, HonestUser } from './honest.ts'
import { openWire, requestBytes } from './wire.ts'

// Honest users in a process of their own, so that the load beside them does not delay what they measure.

/** As people are: a moment passes before the next click, and few log in. */
const THINK_MS = 250
const LOGIN_THINK_MS = 5_000

let requests: number[] = []
let logins: number[] = []
let refused: Record<string, number> = {}
let isOver = false

process.once('disconnect', () => process.exit())

process.on('message', (command: HonestCommand) => {
  if (command.kind === 'begin') {
    const random = seededRandom(command.seed)
    command.users.forEach((user, index) => {
      const from = `127.0.0.${10 + index}`
      void work(command.port, user, from, random)
      void logIn(command.port, user, from, random)
    })
  } else if (command.kind === 'measure') {
    ;[requests, logins, refused] = [[], [], {}]
  } else {
    isOver = true
    process.send?.({ requests, logins, refused } satisfies HonestFigures)
  }
})

function note(into: number[], what: string, answer: { status: number; ms: number }, expected: number) {
  if (isOver) return
  if (answer.status === expected) into.push(answer.ms)
  else refused[`${what} ${answer.status}`] = (refused[`${what} ${answer.status}`] ?? 0) + 1
}

/** Lists, loads and saves, one after the other. */
async function work(port: number, { token, flow }: HonestUser, from: string, random: () => number) {
  const wire = openWire(port, from)
  const list = requestBytes({ path: '/api/flows', token })
  const load = requestBytes({ path: `/api/flows/${flow.id}`, token })
  const think = () => delay(2 * random() * THINK_MS)
  let version = 1
  for (;;) {
    await think()
    note(requests, 'list', await wire.ask(list), 200)
    await think()
    note(requests, 'load', await wire.ask(load), 200)
    await think()
    const body = { ...flow.body, version }
    const saved = await wire.ask(requestBytes({ method: 'PUT', path: `/api/flows/${flow.id}`, token, body }))
    note(requests, 'save', saved, 200)
    if (saved.status === 200) version++
  }
}

async function logIn(port: number, { email, password }: HonestUser, from: string, random: () => number) {
  const wire = openWire(port, from)
  const request = requestBytes({ path: '/api/auth/login', body: { email, password } })
  for (;;) {
    await delay(2 * random() * LOGIN_THINK_MS)
    note(logins, 'login', await wire.ask(request), 200)
  }
}
