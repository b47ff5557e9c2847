import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

const CLIENT = { clientId: 'plimsoll', clientSecret: 'a-secret-of-the-client' }

export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  groups?: string[]
}

export interface OidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Knows the server at this origin from now on. */
  serve(origin: string): void
  /** Signs in at the provider from now on; null: whoever is asked refuses. */
  setPerson(person: Person | null): void
  /** Tells keys from now on with which it does not sign. */
  tellForeignKeys(): void
  stop(): Promise<void>
}

/** A provider of OpenID Connect, listening on this machine, at which one person signs in without being asked. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const people = new Map<string, Person>()
  let person: Person | null = null
  let foreignKey: object | undefined
  let handle: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined
  const server = createServer((request, response) => handle?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    ...CLIENT,
    serve(origin) {
      const provider = makeProvider(issuer, origin, people)
      const answer = provider.callback()
      handle = (request, response) => {
        if (foreignKey && request.url === '/jwks') return response.end(JSON.stringify({ keys: [foreignKey] }))
        if (!request.url?.startsWith('/sign-in/')) return answer(request, response)
        if (person) people.set(person.sub, person)
        const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' }
        return provider.interactionFinished(request, response, result)
      }
    },
    setPerson(next) {
      person = next
    },
    tellForeignKeys() {
      foreignKey = newKey().publicKey.export({ format: 'jwk' })
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

function makeProvider(issuer: string, origin: string, people: ReadonlyMap<string, Person>) {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${origin}/api/auth/oidc/callback`],
        post_logout_redirect_uris: [`${origin}/login`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
    cookies: { keys: ['a key of the provider'] },
    // Without an id, so that a foreign key is tried and not left out.
    jwks: { keys: [newKey().privateKey.export({ format: 'jwk' })] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ ...people.get(id), sub: id }) }),
    // Nobody is asked whether the server may know who they are.
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId
      const grant = new oidc.provider.Grant({ clientId: CLIENT.clientId, ...(accountId && { accountId }) })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
  })
}
