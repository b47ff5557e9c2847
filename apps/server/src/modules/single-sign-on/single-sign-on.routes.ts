import { createRoute, z } from '@hono/zod-openapi'
import { dataResponse, deviceSchema, loginDataSchema, type SignInFailure } from '@plimsoll/contract'
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { bearerToken } from '../../bearer-token.ts'
import { ApiError } from '../../errors.ts'
import { json, newRouter } from '../../plugins/router.ts'
import { SignInRefused, type SingleSignOnActions } from './single-sign-on.actions.ts'

/** How long somebody may take to sign in at the provider. */
const PENDING_S = 900
/** How long the page may take to fetch the token. */
const FETCH_S = 60
const PENDING = 'plimsoll_sign_in'
const SIGNED_IN = 'plimsoll_signed_in'
const COOKIE_PATH = '/api/auth/oidc'
const PAGE = '/login/sso'

const pendingSchema = z.object({
  ...{ state: z.string(), nonce: z.string(), codeVerifier: z.string() },
  ...{ isFresh: z.boolean().default(false), isRemembered: z.boolean().default(false) },
  device: deviceSchema.optional().catch(undefined),
})

interface RouteOptions {
  singleSignOn: SingleSignOnActions | undefined
}

/**
 * Single sign-on goes over pages, not calls, so what belongs to it is in cookies that scripts cannot read: the request while the
 * provider is shown, then the token of the session until the page fetches it.
 */
export function singleSignOnRoutes({ singleSignOn }: RouteOptions) {
  const common = { tags: ['Single sign-on'] }
  const toPage = { 302: { description: 'To the provider, or to the page that says how it ended' } }
  const begin = createRoute({
    ...common,
    method: 'get',
    path: '/auth/oidc/start',
    summary: 'Go to the provider to sign in',
    request: {
      query: z.object({
        confirm: z
          .literal('1')
          .optional()
          .meta({ description: 'Whether the provider must ask, which confirms who it is.' }),
        remember: z.literal('1').optional().meta({ description: 'Whether the session lasts for `SESSION_REMEMBER`.' }),
        device: z
          .string()
          .optional()
          .meta({ description: 'A random id that the browser keeps. A sign-in from a new one is told by mail.' }),
      }),
    },
    responses: toPage,
  })
  const callback = createRoute({
    ...common,
    method: 'get',
    path: '/auth/oidc/callback',
    summary: 'Come back from the provider',
    responses: toPage,
  })
  const fetchToken = createRoute({
    ...common,
    method: 'post',
    path: '/auth/oidc/session',
    summary: 'Fetch the token of the session that single sign-on has opened, once',
    responses: { 200: json(dataResponse(loginDataSchema), 'The token of the new session') },
  })

  const required = () => {
    if (!singleSignOn) throw new ApiError('resource/not-found')
    return singleSignOn
  }

  return newRouter()
    .openapi(begin, async (context) => {
      const service = required()
      try {
        // Without a good id the browser is known by its name and network address.
        const { confirm, remember, device } = context.req.valid('query')
        const wish = { isFresh: confirm === '1', isRemembered: remember === '1' }
        const { url, ...pending } = await service.begin({ ...wish, device: deviceSchema.safeParse(device).data })
        keep(context, { name: PENDING, value: JSON.stringify(pending), maxAge: PENDING_S, secure: service.isHttps() })
        return context.redirect(url.href)
      } catch (error) {
        return failed(context, error)
      }
    })
    .openapi(callback, async (context) => {
      const service = required()
      const pending = readPending(take(context, PENDING, service.isHttps()))
      try {
        const answer = new URL(context.req.url).searchParams
        const token = await service.finish(answer, pending, context.get('client'))
        keep(context, { name: SIGNED_IN, value: token, maxAge: FETCH_S, secure: service.isHttps() })
        return context.redirect(PAGE)
      } catch (error) {
        return failed(context, error)
      }
    })
    .openapi(fetchToken, async (context) => {
      const service = required()
      const token = take(context, SIGNED_IN, service.isHttps())
      if (!token) throw new ApiError('auth/unauthorized')
      const previousToken = bearerToken(context.req.header('authorization'))
      if (previousToken) await service.endPrevious(previousToken)
      return context.json({ data: { token } }, 200)
    })
}

interface Cookie {
  name: string
  value: string
  maxAge: number
  secure: boolean
}

function keep(context: Context, { name, value, secure, maxAge }: Cookie) {
  // Lax: the way back from the provider begins at another site.
  setCookie(context, name, value, { httpOnly: true, sameSite: 'Lax', maxAge, ...scopeOf(secure) })
}

const take = (context: Context, name: string, secure: boolean) => deleteCookie(context, name, scopeOf(secure))

/** With the prefix nobody who answers for the host without TLS can set such a cookie. */
const scopeOf = (secure: boolean) => ({ path: COOKIE_PATH, ...(secure && ({ secure, prefix: 'secure' } as const)) })

function readPending(cookie: string | undefined) {
  try {
    return pendingSchema.safeParse(JSON.parse(cookie ?? '')).data
  } catch {
    return undefined
  }
}

function failed(context: Context, error: unknown) {
  const reason: SignInFailure = error instanceof SignInRefused ? error.reason : 'failed'
  return context.redirect(`${PAGE}?failed=${reason}`)
}
