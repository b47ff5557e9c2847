import { expect, it } from 'vitest'
import { promised, sized } from '../../../../tooling/lib/test-size.ts'
import { HASHES_AT_ONCE, HASHES_WAITING } from '../../src/modules/auth/password-hasher.ts'
import { measured } from '../support/attack.ts'
import { flowBody } from '../support/flows.ts'
import { onEachTarget } from '../support/target.ts'
import { PASSWORD } from '../support/test-server.ts'

/** Allowed delay of other requests during password checks; a small run shares its machine with other tests. */
const MOST_WAIT_MS = promised(100)

onEachTarget('passwords', (target) => {
  const post = (path: string, body: unknown) => target().call(`/api/auth/${path}`, { body })
  const names = { firstName: 'Ada', lastName: 'King' }

  it('[REL-AU1] of 8 to 256 characters are accepted unchanged, and not truncated', async ({ task }) => {
    const passwordOf = (length: number) => `Aa1${'x'.repeat(length - 3)}`
    for (const [length, status] of [
      [7, 400],
      [8, 201],
      [64, 201],
      [256, 201],
      [257, 400],
    ] as const) {
      const body = { ...names, email: `length-${length}@example.com`, password: passwordOf(length) }
      const answer = await post('register', body)
      expect([length, answer.status]).toEqual([length, status])
      if (status === 400) expect(Object.keys(answer.body.errors)).toEqual(['password'])
    }
    const huge = await post('register', { ...names, email: 'huge@example.com', password: passwordOf(2 ** 20) })
    expect(huge.status).toBe(413)
    expect(huge.ms).toBeLessThan(promised(1_000))

    const { email, token } = await target().addUser()
    const long = `Aa1${'bC2'.repeat(32)}`.padEnd(100, 'y')
    const body = { currentPassword: PASSWORD, newPassword: long }
    expect((await target().call('/api/profile/change-password', { method: 'PUT', token, body })).status).toBe(200)
    for (const password of [long.slice(0, 72), long.toLowerCase(), `${long} `, ` ${long}`, `${long}\u0301`]) {
      expect((await post('login', { email, password })).status).toBe(401)
    }
    expect((await post('login', { email, password: long })).status).toBe(200)
    measured(task, `1 MiB refused after ${Math.round(huge.ms)} ms; 5 near misses of a 100-character password: 401`)
  })

  it('[REL-AU2] can be changed only with the current one', async () => {
    const { email, token } = await target().addUser()
    const change = (body: unknown) => target().call('/api/profile/change-password', { method: 'PUT', token, body })
    const newPassword = 'Different5Horse'
    const wrong = await change({ currentPassword: 'Wrong4Horse', newPassword })
    expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining('incorrect current password')])
    for (const body of [
      { newPassword },
      { currentPassword: '', newPassword },
      { currentPassword: null, newPassword },
    ]) {
      const missing = await change(body)
      expect([missing.status, Object.keys(missing.body.errors)]).toEqual([400, ['currentPassword']])
    }
    expect((await post('login', { email, password: PASSWORD })).status).toBe(200)
    expect((await change({ currentPassword: PASSWORD, newPassword })).status).toBe(200)
    expect((await post('login', { email, password: newPassword })).status).toBe(200)
  })

  it('[REL-AU4] must match the composition rule wherever one is chosen', async () => {
    const { token } = await target().addUser()
    const message = 'Password must contain at least one uppercase letter, one lowercase letter, and one number'
    for (const password of ['alllowercase1', 'ALLUPPERCASE1', 'NoDigitsHere', 'ÄÖÜäöüÄÖÜ٣٤', '12345678']) {
      const registered = await post('register', { ...names, email: 'rule@example.com', password })
      expect([registered.status, registered.body.errors]).toEqual([400, { password: message }])
      const body = { currentPassword: PASSWORD, newPassword: password }
      const changed = await target().call('/api/profile/change-password', { method: 'PUT', token, body })
      expect([changed.status, changed.body.errors]).toEqual([400, { newPassword: message }])
      const reset = await post('reset-password', { token: 'x'.repeat(43), newPassword: password })
      expect([reset.status, reset.body.errors]).toEqual([400, { newPassword: message }])
    }
  })

  it('[REL-PS4] [REL-PS5] checked by the hundred do not delay other requests', async ({ task }) => {
    const logins = sized({ small: 100, full: 500 })
    const { email } = await target().addUser()
    const { token } = await target().addUser()
    await target().call('/api/flows', { token, body: flowBody() })
    let isOver = false
    const flood = Promise.all(Array.from({ length: logins }, () => post('login', { email, password: 'Wrong4Horse' })))
    flood.finally(() => {
      isOver = true
    })
    const waits: number[] = []
    do {
      const answer = await target().call('/api/flows', { token })
      expect(answer.status).toBe(200)
      waits.push(answer.ms)
    } while (!isOver)
    const answers = await flood
    const statuses = answers.map(({ status }) => status)
    expect([...new Set(statuses)].filter((status) => status !== 401 && status !== 503)).toEqual([])
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeLessThanOrEqual(logins - HASHES_WAITING - HASHES_AT_ONCE)
    for (const { headers } of busy) expect(headers['retry-after']).toMatch(/^\d+$/)
    const p99 = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0
    measured(
      task,
      `${logins} logins at once: ${busy.length} × 503 with Retry-After; ${waits.length} lists meanwhile, p99 ${p99.toFixed(0)} ms`,
    )
    expect(p99).toBeLessThan(MOST_WAIT_MS)
  })
})
