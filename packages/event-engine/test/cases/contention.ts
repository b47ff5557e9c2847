import type { Rng } from '@plimsoll/simulation'
import type { Jitter } from '../../src/model.ts'
import { jittered } from '../../src/rules/retry-waits.ts'

/** Clients that each change one row once, optimistically: read its version, write, and start over when another one was faster. */
export interface Contention {
  readonly clients: number
  /** Before each further attempt; the last one stands for all that follow. */
  readonly waitsMs: readonly number[]
  readonly jitter: Jitter
  /** The base of decorrelated waits, and their longest. */
  readonly baseMs: number
  readonly capMs: number
  /** Time that a message is under way, ms. */
  readonly delayMs: () => number
}

interface Message {
  readonly atMs: number
  readonly client: number
  readonly kind: 'read' | 'version' | 'write' | 'outcome'
  /** The version that was read; of an outcome: whether it was still the row's. */
  readonly version: number
  readonly isWritten: boolean
}

/** How many writes the row was asked for until every client had its own, and how long that took, ms. */
export function contend(contention: Contention, rng: Rng): { calls: number; timeMs: number } {
  const { clients, delayMs } = contention
  const attempts = Array.from({ length: clients }, () => 0)
  const waited = Array.from({ length: clients }, () => contention.baseMs)
  const underWay: Message[] = []
  const send = (message: Omit<Message, 'version' | 'isWritten'> & Partial<Message>) =>
    push(underWay, { version: 0, isWritten: false, ...message })
  for (let client = 0; client < clients; client += 1) send({ atMs: delayMs(), client, kind: 'read' })
  let [rowVersion, calls, timeMs] = [0, 0, 0]
  for (let message = pop(underWay); message !== undefined; message = pop(underWay)) {
    const { client, version } = message
    timeMs = message.atMs
    const atMs = timeMs + delayMs()
    if (message.kind === 'read') send({ atMs, client, kind: 'version', version: rowVersion })
    else if (message.kind === 'version') send({ atMs, client, kind: 'write', version })
    else if (message.kind === 'write') {
      calls += 1
      const isWritten = version === rowVersion
      if (isWritten) rowVersion += 1
      send({ atMs, client, kind: 'outcome', isWritten })
    } else if (!message.isWritten) {
      const wait = waitMs(contention, {
        attempt: attempts[client] ?? 0,
        previousMs: waited[client] ?? 0,
        uniform: rng(),
      })
      attempts[client] = (attempts[client] ?? 0) + 1
      waited[client] = wait
      send({ atMs: atMs + wait, client, kind: 'read' })
    }
  }
  return { calls, timeMs }
}

function waitMs(
  { waitsMs, jitter, baseMs, capMs }: Contention,
  { attempt, previousMs, uniform }: { attempt: number; previousMs: number; uniform: number },
): number {
  const planned = jitter === 'decorrelated' ? baseMs : (waitsMs[Math.min(attempt, waitsMs.length - 1)] ?? 0)
  return Math.min(capMs, jittered(planned, jitter, uniform, previousMs))
}

function push(heap: Message[], message: Message): void {
  let place = heap.length
  while (place > 0) {
    const above = (place - 1) >> 1
    const parent = heap[above]
    if (parent === undefined || parent.atMs <= message.atMs) break
    heap[place] = parent
    place = above
  }
  heap[place] = message
}

function pop(heap: Message[]): Message | undefined {
  const [first] = heap
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return first
  let place = 0
  for (;;) {
    const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]]
    if (left === undefined) break
    const goesRight = right !== undefined && right.atMs < left.atMs
    const child = goesRight ? right : left
    if (child.atMs >= last.atMs) break
    heap[place] = child
    place = 2 * place + (goesRight ? 2 : 1)
  }
  heap[place] = last
  return first
}
