import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from './errors.ts'
import { createFairSlots } from './fair-slots.ts'
import { REQUEST_POLICY } from './modules/limits/limits.policy.ts'
import type { Whose } from './on-behalf-of.ts'

interface PatientSlotsOptions {
  /** Of each party. */
  atOnce: number
  waiting: number
  /** How long one may wait; without it as long as it takes. */
  patienceMs?: number
  message: string
  /** What who finds no room is refused with. */
  code?: 'client/too-many-requests' | 'api/busy'
  headers?: Record<string, string>
}

/** Thrown where there is no room to wait. */
class FullError extends Error {}

/**
 * Bounds what each party has under way. Who finds no room to wait is refused after a second: whoever asks
 * again at once would take time from the others by being refused.
 */
export function createPatientSlots(options: PatientSlotsOptions) {
  const { atOnce, waiting, patienceMs, message, code = 'client/too-many-requests', headers } = options
  const slots = createFairSlots({
    ...{ atOnce: Number.POSITIVE_INFINITY, atOnceOfParty: atOnce },
    ...{ waiting: Number.POSITIVE_INFINITY, waitingOfParty: waiting },
    refusal: () => new FullError(),
    isByTurn: true,
  })

  const refusal = () => new ApiError(code, { message, headers: { 'retry-after': '1', ...headers } })

  /** A slot that comes too late is given back. */
  function enter(who: Whose | undefined): Promise<() => void> {
    const entering = slots.enter(who)
    if (patienceMs === undefined) return entering
    return new Promise((resolve, reject) => {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        reject(refusal())
      }, patienceMs)
      entering.then(
        (leave) => {
          clearTimeout(timer)
          if (isLate) leave()
          else resolve(leave)
        },
        (error) => {
          clearTimeout(timer)
          reject(error)
        },
      )
    })
  }

  return async function run<Result>(work: () => Promise<Result>, who?: Whose): Promise<Result> {
    const leave = await enter(who).catch(async (error) => {
      if (!(error instanceof FullError)) throw error
      await delay(REQUEST_POLICY.refusedAfterMs)
      throw refusal()
    })
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
