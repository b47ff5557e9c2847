import { expect } from 'vitest'
import type { OidcConfig } from '../../src/config.ts'
import type { OidcProvider, Person } from './oidc-provider.ts'
import type { TestServer } from './test-server.ts'

/** Where a test server is. */
export const ORIGIN = 'http://localhost'

/** What a server needs to know of a provider. */
export const settingsFor = ({ issuer, clientId, clientSecret }: OidcProvider): OidcConfig => ({
  ...{ issuer, clientId, clientSecret, name: 'Harbour', scopes: 'openid profile email', groupsClaim: 'groups' },
  ...{ teamGroups: ['Pilots', 'Tugs'], adminGroups: ['Harbour masters'], isOnly: false },
})

/** The cookies of one browser for one host. */
export function makeJar() {
  const jar = new Map<string, string>()
  return {
    header: () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
    take({ headers }: { headers: Headers }) {
      for (const cookie of headers.getSetCookie()) {
        const [name = '', value = ''] = cookie.split('; ')[0]?.split('=') ?? []
        if (value === '') jar.delete(name)
        else jar.set(name, value)
      }
    },
  }
}

export type Jar = ReturnType<typeof makeJar>

/** Goes to the provider as a browser with an empty jar does, and gives back the address there that leads to the server again. */
export async function goToProvider(
  server: TestServer,
  provider: OidcProvider,
  person: Person | null,
  { origin = ORIGIN, ...wish }: { origin?: string; confirm?: '1'; remember?: '1'; device?: string } = {},
) {
  provider.setPerson(person)
  const [jar, there] = [makeJar(), makeJar()]
  const start = await server.request(`/api/auth/oidc/start?${new URLSearchParams(wish)}`)
  jar.take(start)
  let next = start.headers.get('location') ?? ''
  const asks = URL.parse(next)?.searchParams ?? new URLSearchParams()
  while (!next.startsWith(origin)) {
    const response = await fetch(new URL(next, provider.issuer), { redirect: 'manual', headers: there.header() })
    there.take(response)
    next = response.headers.get('location') ?? expect.fail(`${response.status} ${await response.text()}`)
  }
  return { jar, answer: next.slice(origin.length), asks }
}

/** Comes back with an answer of the provider; gives back the page that the server leads to. */
export async function comeBack(server: TestServer, answer: string, jar: Jar) {
  const back = await server.request(answer, { headers: jar.header() })
  jar.take(back)
  return back.headers.get('location')
}
