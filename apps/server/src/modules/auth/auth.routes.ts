import { createRoute } from '@hono/zod-openapi'
import { dataAnswer, LIMITS, type LoginRequest, loginDataSchema, loginSchema, messageAnswer } from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, type SignedInUser, type UserEnv } from '../../plugins/router.ts'

/** What these routes need done. */
export interface AuthActions {
  /** Opens a session and returns its token. Throws when the credentials do not fit or the email is unverified. */
  login(credentials: LoginRequest): Promise<string>
  logout(user: SignedInUser): Promise<void>
}

export function authRoutes({ auth, authenticate }: { auth: AuthActions; authenticate: Authenticate }) {
  const login = createRoute({
    method: 'post',
    path: '/auth/login',
    tags: ['Authentication'],
    summary: 'Log in',
    middleware: [readJson({ maxBytes: LIMITS.body })] as const,
    request: { body: { required: true, ...json(loginSchema, 'Email and password') } },
    responses: { 200: json(dataAnswer(loginDataSchema), 'The token of the new session') },
  })
  const logout = createRoute({
    method: 'post',
    path: '/auth/logout',
    tags: ['Authentication'],
    summary: 'End the session',
    security: [{ bearer: [] }],
    middleware: [authenticate] as const,
    responses: { 200: json(messageAnswer, 'The session has ended') },
  })

  return newRouter<UserEnv>()
    .openapi(login, async (context) => {
      const token = await auth.login(context.req.valid('json'))
      return context.json({ data: { token } }, 200)
    })
    .openapi(logout, async (context) => {
      await auth.logout(context.get('user'))
      return context.json({ message: 'Logged out successfully' }, 200)
    })
}
