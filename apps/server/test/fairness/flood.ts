import { constants, getPriority, setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Stage } from './stage.ts'
import { type Answer, openWire } from './wire.ts'

interface FloodOptions {
  connections: number
  /** The address of a connection, by its number. */
  from?: (index: number) => string
  /** What it asks next. */
  request: (index: number) => Buffer
  until: AbortSignal
  /** Between an answer and the next request, in milliseconds. */
  pauseMs?: number
}

/** Asks again and again over many connections; returns how often which status was the answer. */
export async function flood({ port }: Stage, options: FloodOptions): Promise<Record<number, number>> {
  const { connections, from = () => ATTACKER, request, until, pauseMs = 0 } = options
  const statuses: Record<number, number> = {}
  const isOver = ended(until, undefined)
  const one = async (index: number) => {
    const wire = openWire(port, from(index))
    while (!until.aborted) {
      const answer = await Promise.race([wire.ask(request(index)), isOver])
      if (!answer) break
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      // A connection that is closed at once must not make a loop that never waits.
      await delay(answer.status === 0 ? 50 : pauseMs)
    }
    wire.close()
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => one(index)))
  return statuses
}

/** Attackers come after the server and the honest users where these share the machine with them. */
export const NICE = 5
export const comeAfterOthers = () => setPriority(Math.min(getPriority() + NICE, constants.priority.PRIORITY_LOW))

/** Between two rounds of what is done at a rate. */
const RATE_MS = 10

export const ATTACKER = '127.0.1.1'

/** As `3 × 200, 4 × 503`. */
export const tally = (statuses: Record<number, number>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'closed' : status}`)
    .join(', ')

/** Asks once, over a connection of its own. */
export async function ask(port: number, request: Buffer, from = ATTACKER): Promise<Answer> {
  const wire = openWire(port, from)
  const answer = await wire.ask(request)
  wire.close()
  return answer
}

/** How often which status was the answer. */
export function countOf(answers: readonly Answer[]): Record<number, number> {
  const statuses: Record<number, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}

/** Resolves when the time of the attack is over. */
export const ended = <Value>(until: AbortSignal, value: Value): Promise<Value> =>
  new Promise((resolve) => {
    if (until.aborted) resolve(value)
    else until.addEventListener('abort', () => resolve(value), { once: true })
  })

/** Acts so many times a second, however long that takes. */
export function atRate(
  { perSecond, until }: { perSecond: number; until: AbortSignal },
  act: () => void,
): Promise<void> {
  let [owed, last] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    // What a busy machine missed for long is not made up for in one go.
    owed = Math.min(owed + ((now - last) / 1_000) * perSecond, perSecond)
    last = now
    for (; owed >= 1 && !until.aborted; owed--) act()
  }, RATE_MS)
  return ended(until, undefined).finally(() => clearInterval(timer))
}
