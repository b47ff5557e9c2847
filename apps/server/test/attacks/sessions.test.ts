import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { inParallel, measured } from '../support/attack.ts'
import { storedBytes } from '../support/stored-bytes.ts'
import { onEachTarget, startTarget } from '../support/target.ts'
import { PASSWORD } from '../support/test-server.ts'

const MOST_SESSIONS = 20

onEachTarget('sessions', (target) => {
  const login = async (email: string, token?: string) => {
    const answer = await target().call('/api/auth/login', { body: { email, password: PASSWORD }, token })
    expect(answer.status).toBe(200)
    return String(answer.body.data.token)
  }
  const statusOf = async (token: string) => (await target().call('/api/profile', { token })).status

  it('[REL-SE1] [REL-SE12] have distinct, long tokens that are not in the database', async ({ task }) => {
    const count = sized({ small: 10, full: 1_000 })
    const { email } = await target().addUser()
    const tokens: string[] = []
    await inParallel(Array.from({ length: count }), 4, async () => void tokens.push(await login(email)))
    expect(new Set(tokens).size).toBe(count)
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const kept = (await storedBytes(target())) + target().server.lines.join('\n')
    expect(tokens.filter((token) => kept.includes(token))).toEqual([])
    measured(task, `${count} logins: ${count} tokens of 256 bits, none in the database or the log`)
  })

  it('[REL-SE3] a changed password ends all sessions but the one that changed it', async () => {
    const { email, id, token } = await target().addUser()
    const others = [await target().openSession(id), await login(email)]
    const body = { currentPassword: PASSWORD, newPassword: 'Different5Horse' }
    const answer = await target().call('/api/profile/change-password', { method: 'PUT', token, body })
    expect(answer.status).toBe(200)
    expect(await statusOf(token)).toBe(200)
    for (const other of others) expect(await statusOf(other)).toBe(401)
  })

  it('[REL-SE5] of a deleted account end at once', async () => {
    const { id, token } = await target().addUser()
    const tokens = [token, await target().openSession(id), await target().openSession(id)]
    const wrong = await target().call('/api/profile', {
      method: 'DELETE',
      token,
      body: { currentPassword: 'Wrong4Horse' },
    })
    expect(wrong.status).toBe(400)
    const body = { currentPassword: PASSWORD }
    expect((await target().call('/api/profile', { method: 'DELETE', token, body })).status).toBe(200)
    for (const each of tokens) expect(await statusOf(each)).toBe(401)
  })

  it('[REL-SE6] are at most twenty, can be listed, and ended one by one', async ({ task }) => {
    const { email, token: first } = await target().addUser()
    const tokens = [first]
    for (let count = 0; count < MOST_SESSIONS; count++) tokens.push(await login(email))
    expect(await statusOf(first)).toBe(401)
    const last = tokens.at(-1) ?? ''
    const list = await target().call('/api/profile/sessions', { token: last })
    expect(list.body.data).toHaveLength(MOST_SESSIONS)
    expect(list.body.data.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1)
    const stranger = await target().addUser()
    const [other] = list.body.data.filter(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    const path = `/api/profile/sessions/${other.id}`
    expect((await target().call(path, { method: 'DELETE', token: stranger.token })).status).toBe(404)
    expect((await target().call(path, { method: 'DELETE', token: last })).status).toBe(200)
    const statuses = await Promise.all(tokens.map(statusOf))
    expect(statuses.filter((status) => status === 200)).toHaveLength(MOST_SESSIONS - 1)
    measured(task, `${tokens.length} logins: the oldest is out, ${MOST_SESSIONS} are listed; a stranger ends none`)
  })

  it('[REL-SE7] are replaced by a login with their token', async () => {
    const { email, token } = await target().addUser()
    const next = await login(email, token)
    expect(next).not.toBe(token)
    expect(await statusOf(token)).toBe(401)
    expect(await statusOf(next)).toBe(200)
  })
})

it('[REL-SE4] sessions end when they are unused, and after their maximum in any case', async ({ task }) => {
  const target = await startTarget('SQLite', { env: { SESSION_IDLE: '2s', SESSION_MAX: '5s' } })
  try {
    const user = await target.addUser()
    const [quiet, busy] = [user.token, await target.openSession(user.id)]
    const statusOf = async (token: string) => (await target.call('/api/profile', { token })).status
    const start = performance.now()
    let lastedMs = 0
    for (;;) {
      const asked = performance.now() - start
      if ((await statusOf(busy)) !== 200) break
      lastedMs = asked
      await delay(200)
    }
    expect(lastedMs).toBeGreaterThan(2_000)
    expect(lastedMs).toBeLessThan(5_100)
    expect(await statusOf(quiet)).toBe(401)
    const idle = await target.openSession(user.id)
    await delay(2_100)
    expect(await statusOf(idle)).toBe(401)
    measured(task, `idle limit 2 s: over; absolute limit 5 s: used all the time, over after ${Math.round(lastedMs)} ms`)
  } finally {
    await target.stop()
  }
})
