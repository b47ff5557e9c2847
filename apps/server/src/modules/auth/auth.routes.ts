import { createRoute } from '@hono/zod-openapi'
import {
  confirmPasswordSchema,
  dataResponse,
  emailOnlySchema,
  LIMITS,
  loginDataSchema,
  loginRequestSchema,
  logoutResponse,
  messageResponse,
  passkeyOptionsSchema,
  passkeySignInSchema,
  registrationDataSchema,
  registrationSchema,
  resetPasswordSchema,
  verificationResponse,
  verificationSchema,
} from '@plimsoll/contract'
import { bearerToken } from '../../bearer-token.ts'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, type UserEnv } from '../../plugins/router.ts'
import type { PasskeyLoginActions } from '../factors/factors.actions.ts'
import type { SingleSignOnActions } from '../single-sign-on/single-sign-on.actions.ts'
import type { AuthActions, ResendOutcome, VerificationOutcome } from './auth.actions.ts'

const ALREADY_VERIFIED = 'Your email is already verified. You can log in now.'
const VERIFICATION_MESSAGES = {
  verified: 'Your email is verified. You can log in now.',
  'already-verified': ALREADY_VERIFIED,
  held: 'Your email is verified. Confirm the password of your account, or set a new one.',
} satisfies Record<VerificationOutcome, string>
const RESEND_MESSAGES = {
  sent: 'If this address has an account that waits for it, a verification email is on its way.',
  'already-verified': ALREADY_VERIFIED,
} satisfies Record<ResendOutcome, string>
const FORGOT_MESSAGE = 'If this address has an account, a link to reset its password is on its way.'

interface RouteOptions {
  auth: AuthActions
  singleSignOn: Pick<SingleSignOnActions, 'findIdToken' | 'endSessionUrl'> | undefined
  passkeyLogin: PasskeyLoginActions
  authenticate: Authenticate
}

export function authRoutes({ auth, singleSignOn, passkeyLogin, authenticate }: RouteOptions) {
  const common = { tags: ['Authentication'] }
  const body = readJson({ maxBytes: LIMITS.body })
  const emailOnly = { required: true, ...json(emailOnlySchema, 'The address') }

  const register = createRoute({
    ...common,
    method: 'post',
    path: '/auth/register',
    summary: 'Make an account; a mail with a link to verify its address follows',
    middleware: [body] as const,
    request: { body: { required: true, ...json(registrationSchema, 'Who it is for') } },
    responses: { 201: json(dataResponse(registrationDataSchema), 'The account is there') },
  })
  const verifyEmail = createRoute({
    ...common,
    method: 'get',
    path: '/auth/verify-email',
    summary: 'Verify an address by the link that was sent to it',
    request: { query: verificationSchema },
    responses: { 200: json(verificationResponse, 'The address is verified, now or since before') },
  })
  const confirmPassword = createRoute({
    ...common,
    method: 'post',
    path: '/auth/confirm-password',
    summary:
      'Confirm or replace the password of a new account, by the link that verified its address in another browser',
    middleware: [body] as const,
    request: {
      body: { required: true, ...json(confirmPasswordSchema, "The link's token, and the password or a new one") },
    },
    responses: { 200: json(messageResponse, 'The password logs in') },
  })
  const resendVerification = createRoute({
    ...common,
    method: 'post',
    path: '/auth/resend-verification',
    summary: 'Ask for another link to verify an address',
    middleware: [body] as const,
    request: { body: emailOnly },
    responses: { 200: json(messageResponse, 'A mail follows, or the address is verified already') },
  })
  const forgotPassword = createRoute({
    ...common,
    method: 'post',
    path: '/auth/forgot-password',
    summary: 'Ask for a link to reset a password',
    middleware: [body] as const,
    request: { body: emailOnly },
    responses: { 200: json(messageResponse, 'A mail follows if there is such an account') },
  })
  const resetPassword = createRoute({
    ...common,
    method: 'post',
    path: '/auth/reset-password',
    summary: 'Set a new password by the link that was sent',
    middleware: [body] as const,
    request: { body: { required: true, ...json(resetPasswordSchema, "The link's token and the new password") } },
    responses: { 200: json(messageResponse, 'The password is set, and all sessions are over') },
  })
  const login = createRoute({
    ...common,
    method: 'post',
    path: '/auth/login',
    summary: 'Log in',
    middleware: [body] as const,
    request: {
      body: {
        required: true,
        ...json(loginRequestSchema, 'Email and password, and a code where there is a second factor'),
      },
    },
    responses: { 200: json(dataResponse(loginDataSchema), 'The token of the new session') },
  })
  const passkeyOptions = createRoute({
    ...common,
    method: 'post',
    path: '/auth/passkey/options',
    summary: 'Ask what to sign in with by a passkey',
    responses: { 200: json(dataResponse(passkeyOptionsSchema), 'Options of Web Authentication') },
  })
  const passkey = createRoute({
    ...common,
    method: 'post',
    path: '/auth/passkey',
    summary: 'Log in by a passkey, without a password',
    middleware: [body] as const,
    request: { body: { required: true, ...json(passkeySignInSchema, 'What the authenticator signed') } },
    responses: { 200: json(dataResponse(loginDataSchema), 'The token of the new session') },
  })
  const logout = createRoute({
    ...common,
    method: 'post',
    path: '/auth/logout',
    summary: 'End the session',
    security: [{ bearer: [] }],
    middleware: [authenticate] as const,
    responses: { 200: json(logoutResponse, 'The session has ended') },
  })

  return newRouter<UserEnv>()
    .openapi(register, async (context) => {
      const request = context.req.valid('json')
      const email = await auth.register(request, context.get('client'))
      return context.json({ data: { email } }, 201)
    })
    .openapi(verifyEmail, async (context) => {
      const [link, client] = [context.req.valid('query'), context.get('client')]
      const isHead = context.req.method === 'HEAD'
      const outcome = await (isHead ? auth.previewVerification(link.token, client) : auth.verifyEmail(link, client))
      const confirmPassword = outcome === 'held' ? ({ confirmPassword: true } as const) : {}
      return context.json({ message: VERIFICATION_MESSAGES[outcome], ...confirmPassword }, 200)
    })
    .openapi(confirmPassword, async (context) => {
      await auth.confirmPassword(context.req.valid('json'), context.get('client'))
      return context.json({ message: VERIFICATION_MESSAGES.verified }, 200)
    })
    .openapi(resendVerification, async (context) => {
      const outcome = await auth.resendVerification(context.req.valid('json'), context.get('client'))
      return context.json({ message: RESEND_MESSAGES[outcome] }, 200)
    })
    .openapi(forgotPassword, async (context) => {
      await auth.forgotPassword(context.req.valid('json'), context.get('client'))
      return context.json({ message: FORGOT_MESSAGE }, 200)
    })
    .openapi(resetPassword, async (context) => {
      await auth.resetPassword(context.req.valid('json'), context.get('client'))
      return context.json({ message: 'Your password has been reset. You can log in now.' }, 200)
    })
    .openapi(login, async (context) => {
      const previousToken = bearerToken(context.req.header('authorization'))
      const token = await auth.login(context.req.valid('json'), context.get('client'), previousToken)
      return context.json({ data: { token } }, 200)
    })
    .openapi(passkeyOptions, async (context) =>
      context.json({ data: await passkeyLogin.options(context.get('client')) }, 200),
    )
    .openapi(passkey, async (context) => {
      const previousToken = bearerToken(context.req.header('authorization'))
      const token = await passkeyLogin.login(context.req.valid('json'), context.get('client'), previousToken)
      return context.json({ data: { token } }, 200)
    })
    .openapi(logout, async (context) => {
      const user = context.get('user')
      const idToken = await singleSignOn?.findIdToken(user)
      // First, as the provider may not answer.
      await auth.logout(user)
      const endSessionUrl = idToken && (await singleSignOn?.endSessionUrl(idToken))
      return context.json({ message: 'Logged out successfully', ...(endSessionUrl && { endSessionUrl }) }, 200)
    })
}
