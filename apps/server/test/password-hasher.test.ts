import { describe, expect, it } from 'vitest'
import { ApiError } from '../src/errors.ts'
import { createPasswordHasher, HASHES_AT_ONCE } from '../src/modules/auth/password-hasher.ts'
import { onBehalfOf } from '../src/on-behalf-of.ts'
import { LEAST_COST } from './support/least-cost.ts'

describe('password hashing', () => {
  it('[API-11] [REL-PS5] [REL-OP7] leaves a core free, lets 50 requests wait and refuses further ones', async () => {
    const hasher = await createPasswordHasher()
    const room = HASHES_AT_ONCE + 50
    const outcomes = await Promise.allSettled(Array.from({ length: room + 10 }, () => hasher.hash('Secret4Me')))
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(10)
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(ApiError)
      expect(reason).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    }
    await expect(hasher.hash('Secret4Me')).resolves.toMatch(/^\$argon2id\$/)
  })

  it('[API-800] [API-801] a network address that tries many passwords delays another by one, and is the one who is refused', async () => {
    const hasher = await createPasswordHasher({ cost: LEAST_COST })
    const done: string[] = []
    const check = (party: string, member: string) =>
      onBehalfOf({ party, member }, async () => {
        await hasher.hash('Secret4Me')
        done.push(party)
      })
    const count = HASHES_AT_ONCE + 50
    const many = Promise.allSettled(Array.from({ length: count }, (_, index) => check('one', `account ${index % 8}`)))
    await check('other', 'account')
    expect(done.length).toBeLessThanOrEqual(2 * HASHES_AT_ONCE + 1)
    expect((await many).filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })

  it('[API-6] a password without a hash is never correct', async () => {
    const hasher = await createPasswordHasher()
    expect(await hasher.verify(undefined, 'Secret4Me')).toBe(false)
    const hash = await hasher.hash('Secret4Me')
    expect(await hasher.verify(hash, 'Secret4Me')).toBe(true)
    expect(await hasher.verify(hash, 'Secret4Me ')).toBe(false)
  })

  it('[API-6] an invalid hash frees its slot too', async () => {
    const hasher = await createPasswordHasher()
    for (let index = 0; index < 10; index++) await expect(hasher.verify('nonsense', 'x')).rejects.toThrow()
    expect(await hasher.verify(await hasher.hash('Secret4Me'), 'Secret4Me')).toBe(true)
  })

  it('[REL-PS3] detects hashes with a lower cost', async () => {
    const hasher = await createPasswordHasher()
    expect(hasher.isOutdated(await hasher.hash('Secret4Me'))).toBe(false)
    expect(hasher.isOutdated('$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA')).toBe(false)
    expect(hasher.isOutdated('$argon2id$v=19$m=19455,t=2,p=1$c2FsdA$aGFzaA')).toBe(true)
    expect(hasher.isOutdated('$argon2id$v=19$m=19456,t=1,p=1$c2FsdA$aGFzaA')).toBe(true)
    expect(hasher.isOutdated('$argon2i$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA')).toBe(true)
  })
})
