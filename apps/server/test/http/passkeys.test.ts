import { expect, it } from 'vitest'
import { makeAuthenticator } from '../support/authenticator.ts'
import { withFactors } from '../support/factors.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR } from '../support/test-server.ts'

const MINUTE = 60_000

onEachDatabase('passkeys', (server) => {
  const { post, logIn, confirm, addPasskey, signInOptions, signIn } = withFactors(server)
  const tryWith = (response: unknown, changes = {}) => post('/auth/passkey', {}, { response, ...changes })
  const factorsOf = async (user: { token: string }) => (await server().request('/api/profile/factors', user)).body.data

  it('[API-915] [API-1063] a passkey is added with a name, listed, and signs in without password and address', async () => {
    const user = await server().addUser()
    const { authenticator, answer } = await addPasskey(user)
    expect(answer.body.data.recoveryCodes).toHaveLength(10)
    const { token } = (await signIn(authenticator)).body.data
    expect((await server().request('/api/profile', { token })).body.data.email).toBe(user.email)
    const time = new Date(server().clock.now).toISOString()
    expect((await factorsOf(user)).passkeys).toEqual([
      { id: expect.any(String), name: 'Laptop', createdAt: time, lastUsedAt: time },
    ])
    // It is a factor: the password alone is not enough any more.
    const byPassword = await logIn(user)
    expect([byPassword.status, byPassword.body.errors]).toEqual([
      403,
      { code: 'Log in with your passkey, or enter a recovery code.', passkey: 'The account has a passkey.' },
    ])
    expect((await logIn(user, { code: answer.body.data.recoveryCodes[0] })).status).toBe(200)
  })

  it('[API-916] the options ask for a passkey of this host by its public URL, whose user is verified', async () => {
    const user = await server().addUser()
    const { authenticator } = await addPasskey(user)
    const headers = { host: 'evil.example' }
    const options = (await server().request('/api/auth/passkey/options', { method: 'POST', headers })).body.data
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    const creation = (await post('/profile/passkeys/options', user)).body.data
    expect(creation).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [expect.objectContaining({ id: authenticator.id })],
    })
  })

  it('[API-917] a challenge is good for once, for five minutes, and only for its purpose', async () => {
    const user = await server().addUser()
    const { authenticator } = await addPasskey(user)
    const options = await signInOptions()
    const response = authenticator.get(options)
    expect((await tryWith(response)).status).toBe(200)
    expect((await tryWith(response)).status).toBe(401)
    expect((await tryWith(authenticator.get(options))).status).toBe(401)
    const late = await signInOptions()
    server().clock.now += 5 * MINUTE
    expect((await tryWith(authenticator.get(late))).status).toBe(401)
    const confirming = (await post('/profile/confirmation/passkey-options', user)).body.data
    expect((await tryWith(authenticator.get(confirming))).status).toBe(401)
    expect((await tryWith(authenticator.get({ challenge: 'bWFkZSB1cA' }))).status).toBe(401)
    const atOnce = await signInOptions()
    const [first, second] = [authenticator.get(atOnce), authenticator.get(atOnce)]
    const statuses = (await Promise.all([tryWith(first), tryWith(second)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401])
    const creation = await signInOptions()
    const made = await post('/profile/passkeys', user, {
      name: 'Other',
      response: makeAuthenticator().create({ ...creation, user: { id: 'x' } }),
    })
    expect(made.status).toBe(400)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['an authenticator that does not know its user', { isVerified: false }],
    ['a counter that does not grow', { counter: 1 }],
    ['the handle of somebody else', { userHandle: 'c29tZWJvZHk' }],
  ])('[API-918] %s signs nobody in', async (_what, oddity) => {
    const user = await server().addUser()
    const { authenticator } = await addPasskey(user)
    expect((await signIn(authenticator)).status).toBe(200)
    expect((await tryWith(authenticator.get(await signInOptions(), oddity))).status).toBe(401)
    expect((await signIn(authenticator)).status).toBe(200)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['an authenticator that does not know its user', { isVerified: false }],
  ])('[API-919] from %s no passkey is added', async (_what, oddity) => {
    const user = await server().addUser()
    await confirm(user)
    const options = (await post('/profile/passkeys/options', user)).body.data
    const response = makeAuthenticator().create(options, oddity)
    expect((await post('/profile/passkeys', user, { name: 'Odd', response })).status).toBe(400)
    expect((await factorsOf(user)).passkeys).toEqual([])
  })

  it('[API-920] a removed passkey, one of nobody and a forged signature get the same answer, and the last one takes the codes along', async () => {
    const [user, other] = [await server().addUser(), await server().addUser()]
    const { authenticator } = await addPasskey(user)
    const { authenticator: others } = await addPasskey(other)
    const [passkey] = (await factorsOf(user)).passkeys
    const theirs = await post(`/profile/passkeys/${passkey.id}`, other, {}, 'DELETE')
    expect(theirs.status).toBe(404)
    const forged = others.get(await signInOptions())
    const answers = [await tryWith({ ...forged, id: authenticator.id, rawId: authenticator.id })]
    expect((await post(`/profile/passkeys/${passkey.id}`, user, {}, 'DELETE')).status).toBe(200)
    answers.push(await signIn(authenticator), await signIn(makeAuthenticator()))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(await factorsOf(user)).toMatchObject({ passkeys: [], recoveryCodes: 0 })
    expect((await logIn(user)).status).toBe(200)
  })

  it('[API-921] a passkey belongs to one account, and a user has twenty at most', async () => {
    const [user, other] = [await server().addUser(), await server().addUser()]
    const { authenticator } = await addPasskey(user)
    expect((await addPasskey(other, authenticator)).answer.status).toBe(400)
    const { database } = server()
    const row = { user_id: user.id, public_key: 'x', counter: 0, transports: '[]', name: 'x', created_at: 0 }
    const rows = Array.from({ length: 19 }, (_, index) => ({ ...row, id: `${user.id}${index}` }))
    await database.write((queries) =>
      queries
        .insertInto('passkeys')
        .values(rows.map((filled) => ({ ...filled, credential_id: filled.id })))
        .execute(),
    )
    const options = (await post('/profile/passkeys/options', user)).body.data
    const more = await post('/profile/passkeys', user, { name: 'More', response: makeAuthenticator().create(options) })
    expect([more.status, more.body.errors]).toEqual([400, { name: 'You have 20 passkeys already' }])
  })

  it('[API-922] failed sign-ins and begun ones are limited for a network address', async () => {
    const from = '192.0.2.77'
    const begin = () => server().request('/api/auth/passkey/options', { method: 'POST', from })
    const bad = { response: makeAuthenticator().get({ challenge: 'bWFkZSB1cA' }) }
    const fail = () => server().request('/api/auth/passkey', { body: bad, from })
    for (let count = 0; count < 100; count++) expect((await fail()).status).toBe(401)
    expect((await fail()).status).toBe(429)
    for (let count = 0; count < 300; count++) expect((await begin()).status).toBe(200)
    expect((await begin()).status).toBe(429)
    server().clock.now += HOUR
    const { count } = await server()
      .database.read.selectFrom('passkey_challenges')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeGreaterThanOrEqual(300)
    await signInOptions()
    const left = await server().database.read.selectFrom('passkey_challenges').select('purpose').execute()
    expect(left).toEqual([{ purpose: 'sign-in' }])
  })

  it('[API-931] a disabled account learns of it from its own passkey, and gets no session', async () => {
    const [by, user] = [await server().addUser({ isAdministrator: true }), await server().addUser()]
    const { authenticator } = await addPasskey(user)
    const disable = (isDisabled: boolean) => post(`/admin/users/${user.id}`, by, { isDisabled }, 'PATCH')
    await disable(true)
    const { status, body } = await signIn(authenticator)
    expect([status, body.message]).toEqual([403, 'This account is disabled. Ask your administrator.'])
    expect((await tryWith(authenticator.get(await signInOptions(), { isVerified: false }))).status).toBe(401)
    const open = server().database.read.selectFrom('sessions').select('user_id').where('user_id', '=', user.id)
    expect(await open.execute()).toEqual([])
    await disable(false)
    expect((await signIn(authenticator)).status).toBe(200)
  })

  it('[API-923] a sandbox of the demo has no second factor', async () => {
    const demo = await server().addUser({ isDemo: true })
    await confirm(demo)
    expect((await post('/profile/passkeys/options', demo)).status).toBe(403)
    expect((await post('/profile/authenticator', demo)).status).toBe(403)
  })
})
