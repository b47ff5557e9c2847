import { expect, it } from 'vitest'
import { removeExpired } from '../../src/modules/auth/expiry-cleanup.ts'
import { mailToken } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR } from '../support/test-server.ts'

const DAY = 24 * HOUR

onEachDatabase('cleanup', (server) => {
  it('[API-529] removes accounts whose address is not verified after 7 days', async () => {
    const { database, clock, addUser } = server()
    const verified = await addUser()
    await addUser({ isVerified: false })
    clock.now += DAY
    const newcomer = await addUser({ isVerified: false })
    clock.now += 6 * DAY
    const config = {
      sessionIdleMs: 90 * DAY,
      sessionMaxMs: 90 * DAY,
      sessionRememberMs: 90 * DAY,
      versionRetentionMs: 365 * DAY,
      auditRetentionMs: 365 * 86_400_000,
    }
    await removeExpired({ database, config, now: () => clock.now })
    const left = await database.read.selectFrom('users').select('id').where('is_demo', '=', 0).execute()
    expect(left.map(({ id }) => id).sort()).toEqual([verified.id, newcomer.id].sort())
  })

  it('[API-40] removes expired sessions and tokens only', async () => {
    const { database, clock, request, addUser, openSession } = server()
    const user = await addUser()
    const newcomer = await addUser({ isVerified: false })
    const link = await mailToken(server(), newcomer.id, 'verify')
    await mailToken(server(), user.id, 'reset')
    await request(`/api/auth/verify-email?token=${link}`)

    clock.now += DAY
    const stillOpen = await openSession(user.id)
    await mailToken(server(), newcomer.id, 'reset')
    const config = {
      sessionIdleMs: DAY - 1,
      sessionMaxMs: 7 * DAY,
      sessionRememberMs: 7 * DAY,
      versionRetentionMs: 365 * DAY,
      auditRetentionMs: 365 * 86_400_000,
    }
    await removeExpired({ database, config, now: () => clock.now })

    const sessions = await database.read.selectFrom('sessions').select('user_id').execute()
    expect(sessions).toEqual([{ user_id: user.id }])
    expect((await request('/api/profile', { token: stillOpen })).status).toBe(200)
    const links = await database.read.selectFrom('mail_tokens').select(['user_id', 'purpose']).execute()
    expect(links.map(({ user_id, purpose }) => `${user_id} ${purpose}`).sort()).toEqual(
      [`${newcomer.id} reset`, `${newcomer.id} verify`].sort(),
    )
    expect((await request(`/api/auth/verify-email?token=${link}`)).body.message).toMatch(/already verified/i)
  })
})
