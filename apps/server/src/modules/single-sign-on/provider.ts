import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type UserInfoResponse,
} from 'openid-client'
import type { OidcConfig } from '../../config.ts'
import type { PendingSignIn, SignInWish } from './single-sign-on.actions.ts'

/** How long a request to the provider may take. */
const TIMEOUT_S = 10
/** How long ago a sign-in there may be that confirms who somebody is. */
const FRESH_S = 300

/** Who the provider says has signed in. */
export interface SignedInPerson {
  issuer: string
  claims: IDToken & Partial<UserInfoResponse>
  idToken: string | undefined
}

/** Speaks OpenID Connect with the provider: authorization code with PKCE, state and nonce (RFC 9700, OpenID Connect Core 1.0). */
export function createProvider(config: OidcConfig) {
  let found: Promise<Configuration> | undefined

  /** Asks for the provider's addresses and keys once; again after a failure. */
  function discover(): Promise<Configuration> {
    const issuer = new URL(config.issuer)
    found ??= discovery(issuer, config.clientId, config.clientSecret, config.clientSecret ? undefined : None(), {
      timeout: TIMEOUT_S,
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    }).catch((error) => {
      found = undefined
      throw error
    })
    return found
  }

  return {
    /** Somebody who is to confirm who they are signs in anew, also where the provider knows them. */
    async begin(redirectUri: string, { isFresh, ...wish }: SignInWish): Promise<PendingSignIn & { url: URL }> {
      const [codeVerifier, state, nonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()]
      const url = buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: config.scopes,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(isFresh && { prompt: 'login', max_age: `${FRESH_S}` }),
      })
      return { url, state, nonce, codeVerifier, isFresh, ...wish }
    },

    /** Throws when the answer is not to this request, or not from the provider. */
    async finish(answer: URL, pending: PendingSignIn): Promise<SignedInPerson> {
      const provider = await discover()
      const tokens = await authorizationCodeGrant(provider, answer, {
        pkceCodeVerifier: pending.codeVerifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
        ...(pending.isFresh && { maxAge: FRESH_S }),
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider sent no ID token')
      // Many providers tell name, address and groups only there.
      const more = provider.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(provider, tokens.access_token, claims.sub)
        : {}
      return { issuer: claims.iss, claims: { ...more, ...claims }, idToken: tokens.id_token }
    },

    /** Where the browser goes to end the session at the provider, too; undefined when the provider has no such page. */
    async endSessionUrl(idToken: string, returnTo: string): Promise<URL | undefined> {
      const provider = await discover()
      if (!provider.serverMetadata().end_session_endpoint) return undefined
      return buildEndSessionUrl(provider, { id_token_hint: idToken, post_logout_redirect_uri: returnTo })
    },
  }
}
