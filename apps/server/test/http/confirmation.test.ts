import { expect, it } from 'vitest'
import { makeAuthenticator } from '../support/authenticator.ts'
import { withFactors } from '../support/factors.ts'
import { flowBody } from '../support/flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { PASSWORD, type TestUser } from '../support/test-server.ts'

const MINUTE = 60_000

onEachDatabase('confirmation', (server) => {
  const { post, logIn, confirm, codeOf, addApp, addPasskey } = withFactors(server)
  const dangerous = async (user: TestUser) => {
    const { id } = (await server().request('/api/flows', { token: user.token, body: flowBody() })).body.data
    const team = (await post('/teams', user, { name: 'Pilots' })).body.data.id
    return [
      () => post('/profile', user, { currentPassword: PASSWORD, teams: [{ id: team, to: null }] }, 'DELETE'),
      () =>
        post('/profile/change-password', user, { currentPassword: PASSWORD, newPassword: 'Different5Horse' }, 'PUT'),
      () => post('/profile/tokens', user, { name: 'CI', scope: 'read', days: 1 }),
      () => post(`/flows/${id}/owner`, user, { email: 'one@example.com' }, 'PUT'),
      () => post('/profile/passkeys/options', user),
      () => post('/profile/recovery-codes', user),
      () => post('/profile/email-change', user, { newEmail: `new-${user.email}`, currentPassword: PASSWORD }),
      () => post(`/flows/${id}/team`, user, { team }, 'PUT'),
      () => post(`/teams/${team}/members`, user, { email: user.email, role: 'owner' }, 'PUT'),
      () => post(`/teams/${team}`, user, {}, 'DELETE'),
    ]
  }
  const askedToConfirm = { status: 403, errors: ['confirmation'] }
  const outcome = async (call: () => ReturnType<typeof post>) => {
    const { status, body } = await call()
    return { status, errors: Object.keys(body.errors ?? {}) }
  }
  const later = (user: TestUser) => {
    server().clock.now += 11 * MINUTE
    return user
  }

  it('[API-910] [API-911] an account with a factor confirms itself before dangerous steps, for ten minutes', async () => {
    const user = await server().addUser()
    const { secret } = await addApp(user)
    later(user)
    const steps = await dangerous(user)
    for (const step of steps) expect(await outcome(step)).toEqual(askedToConfirm)
    expect(await outcome(() => confirm(user))).toEqual({ status: 403, errors: ['code'] })
    expect((await post('/profile/confirmation', user, { password: 'Wrong4Horse', code: codeOf(secret) })).status).toBe(
      400,
    )
    expect((await confirm(user, codeOf(secret))).status).toBe(200)
    server().clock.now += 9 * MINUTE
    expect((await steps[2]?.())?.status).toBe(201)
    expect((await steps[3]?.())?.status).not.toBe(403)
    for (const step of [steps[6], steps[7], steps[8]]) expect((await step?.())?.status).toBe(200)
    // The team owns the flow now.
    expect((await steps[9]?.())?.status).toBe(400)
    server().clock.now += MINUTE
    expect(await outcome(steps[0] as never)).toEqual(askedToConfirm)
    await confirm(user, codeOf(secret))
    expect((await steps[0]?.())?.status).toBe(200)
  })

  it('[API-1062] an account with a factor confirms itself before a flow of the bin is gone for good', async () => {
    const user = await server().addUser()
    const { id } = (await server().request('/api/flows', { token: user.token, body: flowBody() })).body.data
    await post(`/flows/${id}`, user, {}, 'DELETE')
    const { secret } = await addApp(user)
    later(user)
    for (const path of [`/bin/${id}`, '/bin'])
      expect(await outcome(() => post(path, user, {}, 'DELETE'))).toEqual(askedToConfirm)
    expect((await server().request('/api/bin', { token: user.token })).body.data).toHaveLength(1)
    await confirm(user, codeOf(secret))
    for (const path of [`/bin/${id}`, '/bin']) expect((await post(path, user, {}, 'DELETE')).status).toBe(200)
  })

  it('[API-930] an administrator with a factor confirms it before an account changes, gets a link or is deleted, and before an invitation', async () => {
    const guest = (await server().addUser()).id
    const [by, other] = [await server().addUser({ isAdministrator: true }), await server().addUser()]
    let invitation = ''
    const steps = [
      () => post(`/admin/users/${other.id}`, by, { isDisabled: true }, 'PATCH'),
      () => post(`/admin/users/${other.id}`, by, { role: 'administrator' }, 'PATCH'),
      () => post(`/admin/users/${other.id}`, by, { mostFlows: 3 }, 'PATCH'),
      () => post(`/admin/users/${other.id}/reset-link`, by),
      () => post(`/admin/users/${other.id}`, by, {}, 'DELETE'),
      () => post('/admin/invitations', by, { email: `${guest}@guest.example`, isMailed: false }),
      () => post(`/admin/invitations/${invitation}/link`, by),
    ]
    // Without a factor nobody asks.
    later(by)
    const first = await post('/admin/invitations', by, { email: `first-${guest}@guest.example`, isMailed: false })
    invitation = first.body.data.id
    expect((await steps[3]?.())?.status).toBe(200)
    const { secret } = await addApp(by)
    later(by)
    for (const step of steps) expect(await outcome(step)).toEqual(askedToConfirm)
    // To look, and to end sessions, it does not take.
    expect((await server().request('/api/admin/users', by)).status).toBe(200)
    expect((await post(`/admin/users/${other.id}/sessions`, by, {}, 'DELETE')).status).toBe(200)
    // For others the routes are not there, whatever they have confirmed.
    const stranger = await server().addUser()
    expect((await post(`/admin/users/${other.id}`, stranger, {}, 'DELETE')).status).toBe(404)
    await confirm(by, codeOf(secret))
    for (const step of steps) expect([200, 201]).toContain((await step()).status)
  })

  it('[API-912] an account without a factor confirms itself by its password before it gets one, and for nothing else', async () => {
    const user = await server().addUser()
    const steps = await dangerous(user)
    expect(await outcome(() => post('/profile/authenticator', user))).toEqual(askedToConfirm)
    expect(await outcome(steps[4] as never)).toEqual(askedToConfirm)
    expect((await steps[2]?.())?.status).toBe(201)
    expect((await post('/profile/confirmation', user, { password: 'Wrong4Horse' })).status).toBe(400)
    expect((await confirm(user)).status).toBe(200)
    expect((await steps[4]?.())?.status).toBe(200)
  })

  it('[API-913] a login is a confirmation, of its session alone, and what was confirmed without a new factor is void', async () => {
    const user = await server().addUser()
    const other = { ...user, token: (await logIn(user)).body.data.token as string }
    expect((await post('/profile/authenticator', other)).status).toBe(200)
    const { secret } = await addApp(user)
    expect(await outcome(() => post('/profile/passkeys/options', other))).toEqual(askedToConfirm)
    const fresh = { ...user, token: (await logIn(user, { code: codeOf(secret, 1) })).body.data.token as string }
    expect((await post('/profile/passkeys/options', fresh)).status).toBe(200)
    expect(await outcome(() => post('/profile/passkeys/options', other))).toEqual(askedToConfirm)
  })

  it('[API-914] a passkey confirms, the user’s own and for this alone', async () => {
    const [user, other] = [await server().addUser(), await server().addUser()]
    const { authenticator } = await addPasskey(user)
    const { authenticator: others } = await addPasskey(other)
    later(user)
    const options = async () => (await post('/profile/confirmation/passkey-options', user)).body.data
    const tryWith = async (response: unknown) =>
      (await post('/profile/confirmation/passkey', user, { response })).status
    expect((await options()).allowCredentials).toEqual([expect.objectContaining({ id: authenticator.id })])
    expect(await tryWith(others.get(await options()))).toBe(400)
    expect(await tryWith(makeAuthenticator().get(await options()))).toBe(400)
    // That of a sign-in, and one for somebody else.
    expect(await tryWith(authenticator.get((await post('/auth/passkey/options', {})).body.data))).toBe(400)
    const forOther = (await post('/profile/confirmation/passkey-options', other)).body.data
    expect(await tryWith(authenticator.get(forOther))).toBe(400)
    expect(await outcome(() => post('/profile/recovery-codes', user))).toEqual(askedToConfirm)
    expect(await tryWith(authenticator.get(await options()))).toBe(200)
    expect((await post('/profile/recovery-codes', user)).status).toBe(200)
  })
})
