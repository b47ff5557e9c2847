import { type Authenticator, makeAuthenticator } from './authenticator.ts'
import { PASSWORD, type TestServer, type TestUser } from './test-server.ts'
import { totpCode } from './totp-code.ts'

interface Login {
  password?: string
  code?: string | undefined
  remember?: boolean
  device?: string
}

/** How the tests of second factors call a server. */
export function withFactors(server: () => TestServer) {
  const post = (path: string, { token }: Partial<Pick<TestUser, 'token'>>, body: unknown = {}, method = 'POST') =>
    server().request(`/api${path}`, { method, ...(token && { token }), body })

  const logIn = ({ email }: Pick<TestUser, 'email'>, { password = PASSWORD, ...given }: Login = {}) =>
    post('/auth/login', {}, { email, password, ...given })

  const confirm = (user: TestUser, code?: string) =>
    post('/profile/confirmation', user, { password: PASSWORD, ...(code && { code }) })

  /** What an app with this secret shows at the server's time, or so many steps later. */
  const codeOf = (secret: string, steps = 0) => totpCode(secret, server().clock.now + steps * 30_000)

  /** Turns an authenticator app on for a user who has no factor; the code of the present step is used up. */
  async function addApp(user: TestUser) {
    await confirm(user)
    const { secret } = (await post('/profile/authenticator', user)).body.data as { secret: string }
    const { body } = await post('/profile/authenticator', user, { code: codeOf(secret) }, 'PUT')
    return { secret, recoveryCodes: body.data.recoveryCodes as string[] }
  }

  async function addPasskey(user: TestUser, authenticator: Authenticator = makeAuthenticator()) {
    await confirm(user)
    const options = (await post('/profile/passkeys/options', user)).body.data
    const answer = await post('/profile/passkeys', user, { name: 'Laptop', response: authenticator.create(options) })
    return { authenticator, answer }
  }

  const signInOptions = async () => (await post('/auth/passkey/options', {})).body.data

  const signIn = async (authenticator: Authenticator) =>
    post('/auth/passkey', {}, { response: authenticator.get(await signInOptions()) })

  return { post, logIn, confirm, codeOf, addApp, addPasskey, signInOptions, signIn }
}
