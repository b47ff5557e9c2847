import { expect, it } from 'vitest'
import { flowBody } from '../support/flows.ts'
import { renderNextMail } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, PASSWORD, type TestUser } from '../support/test-server.ts'

let made = 0
const BAD_LINK = 'This link is invalid or has expired. Ask for the change again in your profile.'

onEachDatabase('a change of the address', (server) => {
  const newAddress = () => `moved-${made++}@example.org`
  const ask = ({ token }: TestUser, newEmail: string, currentPassword = PASSWORD) =>
    server().request('/api/profile/email-change', { token, body: { newEmail, currentPassword } })
  const pending = async ({ token }: TestUser) =>
    (await server().request('/api/profile/email-change', { token })).body.data
  const confirm = (token: string) => server().request('/api/auth/confirm-email-change', { body: { token } })
  const emailOf = async ({ token }: TestUser) => (await server().request('/api/profile', { token })).body.data.email
  const login = async (email: string) =>
    (await server().request('/api/auth/login', { body: { email, password: PASSWORD } })).status

  /** Sends the mails that wait. Address → its newest mail. */
  async function sendAll() {
    const mails = new Map<string, { subject: string; text: string; token: string }>()
    for (let mail = await renderNextMail(server()); mail !== 'none'; mail = await renderNextMail(server()))
      if (mail) mails.set(mail.to, { ...mail, token: /confirm-email\?token=([\w-]+)/.exec(mail.text)?.[1] ?? '' })
    return mails
  }

  it('[API-946] [API-947] is made once the links in the mails to both addresses are opened, in any order', async () => {
    for (const first of ['old', 'new'] as const) {
      const user = await server().addUser()
      const reader = await server().addUser()
      const { id } = (await server().request('/api/flows', { token: reader.token, body: flowBody() })).body.data
      const share = { email: user.email, role: 'editor' }
      await server().request(`/api/flows/${id}/people`, { method: 'PUT', token: reader.token, body: share })
      const address = newAddress()
      const answer = await ask(user, ` ${address.toUpperCase()} `)
      expect([answer.status, await emailOf(user)]).toEqual([200, user.email])
      const mails = await sendAll()
      const tokens = { old: mails.get(user.email)?.token ?? '', new: mails.get(address)?.token ?? '' }
      expect(new Set([tokens.old, tokens.new, '']).size).toBe(3)

      const half = await confirm(tokens[first])
      expect([half.status, await emailOf(user)]).toEqual([200, user.email])
      expect(await pending(user)).toEqual({
        newEmail: address,
        isOldConfirmed: first === 'old',
        isNewConfirmed: first === 'new',
      })
      expect((await confirm(tokens[first])).body.message).toBe(BAD_LINK)
      const whole = await confirm(tokens[first === 'old' ? 'new' : 'old'])
      expect(whole.body.message).toBe('Your email address has been changed. Log in with the new one from now on.')
      expect([await emailOf(user), await pending(user)]).toEqual([address, null])
      expect([await login(user.email), await login(address)]).toEqual([401, 200])
      expect((await server().request(`/api/flows/${id}`, { token: user.token })).status).toBe(200)
      expect((await sendAll()).get(user.email)?.subject).toBe('Your email address was changed')
    }
  })

  it('[API-948] needs the current password, and an address that the user does not have', async () => {
    const user = await server().addUser()
    const wrong = await ask(user, newAddress(), 'Wrong4Horse')
    expect([wrong.status, wrong.body.message]).toEqual([400, 'You entered an incorrect current password.'])
    expect((await ask(user, user.email)).body.errors).toHaveProperty('newEmail')
    expect((await ask(user, 'nobody')).body.errors).toEqual({ newEmail: 'Please enter a valid email address' })
    expect(await pending(user)).toBeNull()
    expect((await sendAll()).size).toBe(0)
  })

  it('[API-949] tells the user nothing of an account at the new address, whose owner gets a mail', async () => {
    const [user, other] = [await server().addUser(), await server().addUser()]
    const [taken, free] = [await ask(user, other.email), await ask(await server().addUser(), newAddress())]
    expect([taken.status, taken.text]).toEqual([free.status, free.text])
    const mails = await sendAll()
    expect(mails.get(other.email)).toMatchObject({ subject: 'This address has an account', token: '' })
    expect((await confirm(mails.get(user.email)?.token ?? '')).status).toBe(200)
    expect([await emailOf(user), await emailOf(other)]).toEqual([user.email, other.email])
  })

  it('[API-992] a registration that nobody verified does not keep the address, before and after it is asked for', async () => {
    for (const isEarly of [true, false]) {
      const [user, address] = [await server().addUser(), newAddress()]
      const body = { firstName: 'Sam', lastName: 'Squatter', email: address, password: 'Another4Horse' }
      const register = async () => expect((await server().request('/api/auth/register', { body })).status).toBe(201)
      if (isEarly) await register()
      await ask(user, address)
      const mails = await sendAll()
      if (!isEarly) await register()
      await confirm(mails.get(user.email)?.token ?? '')
      expect((await confirm(mails.get(address)?.token ?? '')).status).toBe(200)
      expect([await emailOf(user), await login(address)]).toEqual([address, 200])
      const holders = server().database.read.selectFrom('users').select('id').where('email', '=', address)
      expect(await holders.execute()).toEqual([{ id: user.id }])
      expect((await sendAll()).has(address)).toBe(false)
    }
  })

  it('[API-949] is given up when the new address gets an account meanwhile', async () => {
    const [user, address] = [await server().addUser(), newAddress()]
    await ask(user, address)
    const mails = await sendAll()
    await server().addUser({ email: address })
    await confirm(mails.get(user.email)?.token ?? '')
    const answer = await confirm(mails.get(address)?.token ?? '')
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('has an account of its own')])
    expect([await emailOf(user), await pending(user)]).toEqual([user.email, null])
  })

  it('[API-950] can be given up or replaced, which voids its links, and they expire', async () => {
    const user = await server().addUser()
    const [given, replaced, late] = [newAddress(), newAddress(), newAddress()]
    await ask(user, given)
    const first = await sendAll()
    await ask(user, replaced)
    const second = await sendAll()
    expect((await confirm(first.get(given)?.token ?? '')).body.message).toBe(BAD_LINK)
    await server().request('/api/profile/email-change', { method: 'DELETE', token: user.token })
    for (const address of [user.email, replaced])
      expect((await confirm(second.get(address)?.token ?? '')).body.message).toBe(BAD_LINK)
    await ask(user, late)
    const third = await sendAll()
    server().clock.now += 25 * HOUR
    expect((await confirm(third.get(late)?.token ?? '')).body.message).toBe(BAD_LINK)
  })
})
