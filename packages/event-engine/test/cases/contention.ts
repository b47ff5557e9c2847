import type { Rng } from '@plimsoll/simulation'
import { existing } from '../../../../tooling/reference-cases/reference-case.ts'
import type { Jitter } from '../../src/model.ts'
import { jittered, retryWaits } from '../../src/rules/retry-waits.ts'

/** Clients that each change one row once, optimistically: read its version, write, and start over when another one was faster. */
interface Contention {
  readonly clients: number
  /** The base of the back-off, and its longest wait. */
  readonly baseMs: number
  readonly capMs: number
  /** Of the time that a message takes: normal, without its sign. */
  readonly delay: { readonly meanMs: number; readonly deviationMs: number }
  readonly backOff: string
  readonly repetitions: number
}

/** The back-offs of the published program; null: none at all. */
const BACK_OFFS: Readonly<Record<string, Jitter | null>> = {
  None: null,
  Exponential: 'none',
  FullJitter: 'full',
  EqualJitter: 'equal',
  Decorr: 'decorrelated',
}

interface Message {
  readonly atMs: number
  readonly client: number
  readonly kind: 'read' | 'version' | 'write' | 'refused'
  /** The version that was read. */
  readonly version: number
}

/** How many writes there were until every client had its own, and how long that took; means over the repetitions. */
export function contend(contention: Contention, rng: Rng): { calls: number; timeMs: number } {
  const runs = Array.from({ length: contention.repetitions }, () => contendOnce(contention, rng))
  const mean = (of: 'calls' | 'timeMs') => runs.reduce((sum, run) => sum + run[of], 0) / runs.length
  return { calls: mean('calls'), timeMs: mean('timeMs') }
}

function contendOnce({ clients, baseMs, capMs, delay, backOff }: Contention, rng: Rng) {
  const jitter = existing(Object.hasOwn(BACK_OFFS, backOff) ? [BACK_OFFS[backOff]] : null, `back-off ${backOff}`)[0]
  // The published program waits twice the base before the first retry.
  const plan = { strategy: 'Exponential', intervalMs: 2 * baseMs, maxRetries: 64, mostMs: capMs } as const
  const waits = jitter == null ? [0] : retryWaits(plan)
  const attempts = Array.from({ length: clients }, () => 0)
  const waited = Array.from({ length: clients }, () => baseMs)
  /** By time, the latest first. */
  const underWay: Message[] = []
  const send = (message: Omit<Message, 'version'> & Partial<Message>) => {
    const index = underWay.findLastIndex(({ atMs }) => atMs >= message.atMs)
    underWay.splice(index + 1, 0, { version: 0, ...message })
  }
  const delayMs = () => {
    const radius = Math.sqrt(-2 * Math.log1p(-rng()))
    return Math.abs(delay.meanMs + delay.deviationMs * radius * Math.cos(2 * Math.PI * rng()))
  }
  for (let client = 0; client < clients; client += 1) send({ atMs: delayMs(), client, kind: 'read' })
  let [rowVersion, calls, timeMs] = [0, 0, 0]
  for (let message = underWay.pop(); message !== undefined; message = underWay.pop()) {
    const { client, version, kind } = message
    timeMs = message.atMs
    const atMs = timeMs + delayMs()
    if (kind === 'read') send({ atMs, client, kind: 'version', version: rowVersion })
    else if (kind === 'version') send({ atMs, client, kind: 'write', version })
    else if (kind === 'write') {
      calls += 1
      if (version === rowVersion) rowVersion += 1
      else send({ atMs, client, kind: 'refused' })
    } else {
      const attempt = attempts[client] ?? 0
      const planned = jitter === 'decorrelated' ? baseMs : (waits[Math.min(attempt, waits.length - 1)] ?? 0)
      const wait = Math.min(capMs, jittered(planned, jitter ?? 'none', rng(), waited[client] ?? 0))
      attempts[client] = attempt + 1
      waited[client] = wait
      send({ atMs: atMs + wait, client, kind: 'read' })
    }
  }
  return { calls, timeMs }
}
