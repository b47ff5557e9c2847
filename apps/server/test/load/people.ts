import { setTimeout as delay } from 'node:timers/promises'
import { createEdge, createNode } from '@plimsoll/flow'
import { ask } from '../fairness/flood.ts'
import {
  type Behaviour,
  type HonestFigures,
  type HonestUser,
  type HonestUsers,
  nameOfVersion,
  requestsOf,
  together,
} from '../fairness/honest.ts'
import { percentile } from '../fairness/verdict.ts'
import { GZIP, requestBytes } from '../fairness/wire.ts'
import { flowBody } from '../support/flows.ts'
import type { Load } from './load.ts'

/** A flow with so many components, with one and a half connections each. */
export function flowOf(count: number) {
  const nodes = Array.from({ length: count }, (_, index) =>
    createNode('Server', { id: `node-${index}`, position: { x: (index % 100) * 300, y: index }, settings: {} }),
  )
  const edges = Array.from({ length: 1.5 * count }, (_, index) =>
    createEdge('http', {
      id: `edge-${index}`,
      ends: { source: `node-${index % count}`, target: `node-${(index * 7 + 1) % count}` },
      settings: {},
    }),
  )
  return flowBody({ nodes, edges })
}

/** 200 people who list, load, save and remove, with a second between, and log in now and then. */
export const averagePeople = ({ sized }: Load): Behaviour => ({
  people: sized(10, 200),
  steps: ['list', 'load', 'save', 'create', 'remove'],
  pace: { thinkMs: sized(20, 1_000) },
  loginMs: sized(100, 60_000),
  flow: flowOf(sized(10, 100)),
})

/** Notes the figures of people whom nothing may disturb. */
export function judgePeople({ figure, fault }: Load, { answered, refused }: HonestFigures, when = ''): void {
  const reads = [...answered.list, ...answered.load]
  const writes = [...answered.save, ...answered.create, ...answered.remove]
  if (reads.length === 0 || writes.length === 0) fault(`${when}nothing was read or saved`)
  figure({ what: `${when}read p95`, value: percentile(reads, 0.95), unit: 'ms', most: 50 })
  figure({ what: `${when}save p95`, value: percentile(writes, 0.95), unit: 'ms', most: 200 })
  if (answered.login.length > 0)
    figure({ what: `${when}login p95`, value: percentile(answered.login, 0.95), unit: 'ms', most: 400 })
  for (const [what, count] of Object.entries(refused)) fault(`${when}refused: ${count} × ${what}`)
}

/** Notes what was refused in another way than a server under load refuses. */
export function judgeRefusals({ fault }: Load, { refused, turnedAway }: HonestFigures): void {
  const count = Object.values(refused).reduce((sum, one) => sum + one, 0)
  if (count === turnedAway.length) return
  const all = Object.entries(refused).map(([what, times]) => `${times} × ${what}`)
  fault(`refused without a Retry-After: ${count - turnedAway.length} of ${all.join(', ')}`)
}

/** Notes a lost save: each flow must be as it was acknowledged last, or newer. */
export async function judgeKept({ stage, fault }: Load, users: readonly HonestUser[]): Promise<void> {
  let lost = 0
  for (const { flowId, token, version } of users) {
    const { status, text } = await ask(stage.port, requestBytes({ path: `/api/flows/${flowId}`, token, headers: GZIP }))
    const { data } = status === 200 ? JSON.parse(text) : {}
    if (!data || data.version < version || data.name !== nameOfVersion(data.version)) lost++
  }
  if (lost > 0) fault(`${lost} of ${users.length} flows are not as they were acknowledged`)
}

/** Of the small size: people who were answered so often have taken every step. */
const ENOUGH = 80

/** Watches people for so many minutes, at the small size until enough was answered, and ends their work. */
export async function watch({ sized, lasting }: Load, people: HonestUsers, minutes: number): Promise<HonestFigures> {
  if (sized(false, true)) {
    await delay(lasting(minutes))
    return people.end()
  }
  let seen = await people.look()
  while (requestsOf(seen).length < ENOUGH) {
    await delay(20)
    seen = together(seen, await people.look())
  }
  return together(seen, await people.end())
}
