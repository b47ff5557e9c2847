import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { ApiError } from '../../errors.ts'
import { createFairSlots } from '../../fair-slots.ts'

/** OWASP's minimum for Argon2id; memory in KiB. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const COST_IN_HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/
/** One core stays free for other requests. */
export const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1)
/** With more, one is refused of the network address, or the user, that waits for most. */
export const HASHES_WAITING = 50
const RETRY_AFTER_S = '1'

export interface HashCost {
  /** In KiB. */
  memoryCost: number
  timeCost: number
  parallelism: number
}

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Without a hash (unknown account, or one without a password) takes as long and returns false. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
  /** Whether it has a lower cost than the configured one. */
  isOutdated(passwordHash: string): boolean
}

/** Hashes passwords on all cores but one, in turns. Throws 'api/busy' when too many requests wait. */
export async function createPasswordHasher({
  cost = COST,
}: {
  cost?: HashCost | undefined
} = {}): Promise<PasswordHasher> {
  const slots = createFairSlots({
    atOnce: HASHES_AT_ONCE,
    waiting: HASHES_WAITING,
    refusal: () => new ApiError('api/busy', { headers: { 'retry-after': RETRY_AFTER_S } }),
  })
  const dummyHash = await hash(randomBytes(32), cost)
  return {
    hash: (password) => slots.run(() => hash(password, cost)),
    async verify(passwordHash, password) {
      const matches = await slots.run(() => verify(passwordHash || dummyHash, password))
      return matches && Boolean(passwordHash)
    },
    isOutdated(passwordHash) {
      const [, memoryCost = 0, timeCost = 0] = COST_IN_HASH.exec(passwordHash) ?? []
      return Number(memoryCost) < cost.memoryCost || Number(timeCost) < cost.timeCost
    },
  }
}
