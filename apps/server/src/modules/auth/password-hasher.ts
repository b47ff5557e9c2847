import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { ApiError } from '../../errors.ts'

/** Argon2id with what OWASP asks for at least; memory in KiB. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const COST_IN_HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/
/** One core stays free for everybody who is logged in already. */
export const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1)
/** Beyond so many, further ones are turned away. */
export const HASHES_WAITING = 50
const RETRY_AFTER_S = '1'

interface HashCost {
  /** In KiB. */
  memoryCost: number
  timeCost: number
  parallelism: number
}

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Without a hash, for an account that does not exist, it takes as long and says no. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
  /** Whether it was made when hashes cost less. */
  isOutdated(passwordHash: string): boolean
}

/** Hashes passwords, as many at once as there are cores but one; throws 'api/busy' when too many wait. */
export async function createPasswordHasher({ cost = COST }: { cost?: HashCost } = {}): Promise<PasswordHasher> {
  const inTurn = boundedQueue({ atOnce: HASHES_AT_ONCE, waiting: HASHES_WAITING })
  const nobodysHash = await hash(randomBytes(32), cost)
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async verify(passwordHash, password) {
      const matches = await inTurn(() => verify(passwordHash ?? nobodysHash, password))
      return matches && passwordHash !== undefined
    },
    isOutdated(passwordHash) {
      const [, memoryCost = 0, timeCost = 0] = COST_IN_HASH.exec(passwordHash) ?? []
      return Number(memoryCost) < cost.memoryCost || Number(timeCost) < cost.timeCost
    },
  }
}

function boundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = []
  let running = 0

  return async function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running++
    else if (queue.length >= waiting) throw new ApiError('api/busy', { headers: { 'retry-after': RETRY_AFTER_S } })
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await task()
    } finally {
      // The next in the queue takes over this place; without one it is free.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
