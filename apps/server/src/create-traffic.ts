import { LIMITS } from '@plimsoll/contract'
import type { BodyProcesses } from './bodies/body-processes.ts'
import { createByteBudget } from './byte-budget.ts'
import type { Traffic } from './traffic.ts'

const MIB = 2 ** 20

/** In bytes, of all together and of each user. */
export const TRAFFIC = {
  bodies: { all: 2 * LIMITS.flowBody, each: LIMITS.flowBody },
  answers: { all: 64 * MIB, each: 2 * LIMITS.packedFlow },
  /** How long an answer may be under way. */
  answerMs: 600_000,
} as const

export function createTraffic(bodies: BodyProcesses): Traffic {
  const answers = createByteBudget(TRAFFIC.answers)
  return {
    bodies: createByteBudget(TRAFFIC.bodies),
    check: bodies.check,
    holdAnswer(owner, bytes, outgoing) {
      const { release } = answers.reserve(owner, bytes)
      if (!outgoing || outgoing.destroyed) return release()
      const timer = setTimeout(() => outgoing.destroy(), TRAFFIC.answerMs).unref()
      outgoing.once('close', () => {
        clearTimeout(timer)
        release()
      })
    },
  }
}
