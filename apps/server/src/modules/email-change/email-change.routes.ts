import { createRoute } from '@hono/zod-openapi'
import {
  changeEmailSchema,
  confirmEmailChangeSchema,
  dataResponse,
  emailChangeSchema,
  LIMITS,
  messageResponse,
} from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, type UserEnv } from '../../plugins/router.ts'
import type { ConfirmationOutcome, EmailChangeActions } from './email-change.actions.ts'

const MESSAGES = {
  changed: 'Your email address has been changed. Log in with the new one from now on.',
  'old-is-missing': 'This address is confirmed. Open the link in the mail to your present address, too.',
  'new-is-missing': 'This address is confirmed. Open the link in the mail to your new address, too.',
} satisfies Record<ConfirmationOutcome, string>

interface RouteOptions {
  emailChange: EmailChangeActions
  authenticate: Authenticate
  /** Refuses who has a second factor and has not confirmed it. */
  confirmed: Authenticate
}

export function emailChangeRoutes({ emailChange, authenticate, confirmed }: RouteOptions) {
  const common = { tags: ['Profile'], security: [{ bearer: [] }] }
  const body = readJson({ maxBytes: LIMITS.body })

  const show = createRoute({
    ...common,
    method: 'get',
    path: '/profile/email-change',
    summary: 'Read the change of the address that waits to be confirmed',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(emailChangeSchema.nullable()), 'The change, or null') },
  })
  const ask = createRoute({
    ...common,
    method: 'post',
    path: '/profile/email-change',
    summary: 'Ask for another address; a mail with a link goes to both',
    middleware: [authenticate, confirmed, body] as const,
    request: { body: { required: true, ...json(changeEmailSchema, 'The new address and the current password') } },
    responses: { 200: json(messageResponse, 'The mails follow') },
  })
  const cancel = createRoute({
    ...common,
    method: 'delete',
    path: '/profile/email-change',
    summary: 'Keep the present address',
    middleware: [authenticate] as const,
    responses: { 200: json(messageResponse, 'No change waits any more') },
  })
  const confirm = createRoute({
    tags: ['Authentication'],
    method: 'post',
    path: '/auth/confirm-email-change',
    summary: 'Confirm a change of the address by the link that was sent to one of both',
    middleware: [body] as const,
    request: { body: { required: true, ...json(confirmEmailChangeSchema, "The link's token") } },
    responses: { 200: json(messageResponse, 'The address is confirmed, and changed once both are') },
  })

  return newRouter<UserEnv>()
    .openapi(show, async (context) => context.json({ data: await emailChange.find(context.get('user')) }, 200))
    .openapi(ask, async (context) => {
      await emailChange.ask(context.get('user'), context.req.valid('json'), context.get('client'))
      const message = 'Open the links in the mails to both addresses. Until then nothing changes.'
      return context.json({ message }, 200)
    })
    .openapi(cancel, async (context) => {
      await emailChange.cancel(context.get('user'))
      return context.json({ message: 'Your address stays as it is' }, 200)
    })
    .openapi(confirm, async (context) => {
      const outcome = await emailChange.confirm(context.req.valid('json').token, context.get('client'))
      return context.json({ message: MESSAGES[outcome] }, 200)
    })
}
