import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from './errors.ts'
import { createFairSlots } from './fair-slots.ts'
import { REQUEST_POLICY } from './modules/limits/limits.policy.ts'
import type { Whose } from './on-behalf-of.ts'

interface PatientSlotsOptions {
  /** Of each party. */
  atOnce: number
  waiting: number
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
  const { atOnce, waiting, message, code = 'client/too-many-requests', headers } = options
  const slots = createFairSlots({
    ...{ atOnce: Number.POSITIVE_INFINITY, atOnceOfParty: atOnce },
    ...{ waiting: Number.POSITIVE_INFINITY, waitingOfParty: waiting },
    refusal: () => new FullError(),
    isByTurn: true,
  })

  return async function run<Result>(work: () => Promise<Result>, who?: Whose): Promise<Result> {
    const leave = await slots.enter(who).catch(async (error) => {
      await delay(REQUEST_POLICY.refusedAfterMs)
      if (!(error instanceof FullError)) throw error
      throw new ApiError(code, { message, headers: { 'retry-after': '1', ...headers } })
    })
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
