import { createRoute, z } from '@hono/zod-openapi'
import {
  acceptInvitationSchema,
  dataResponse,
  invitationSchema,
  inviteSchema,
  LIMITS,
  linkSchema,
  linkSecretSchema,
  messageResponse,
  newInvitationSchema,
  openInvitationSchema,
} from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import type { InvitationActions } from './invitations.actions.ts'

interface InvitationRoutes {
  invitations: InvitationActions
  administratorsOnly: Authenticate
  /** Refuses who has a second factor and has not confirmed it. */
  confirmed: Authenticate
}

export function invitationRoutes({ invitations, administratorsOnly, confirmed }: InvitationRoutes) {
  const common = { tags: ['Administration'], security: [{ bearer: [] }] }
  const parameters = [PATH_ID]
  const body = readJson({ maxBytes: LIMITS.body })
  const secret = { body: { required: true, ...json(linkSecretSchema, "The link's secret") } }

  const list = createRoute({
    ...common,
    method: 'get',
    path: '/admin/invitations',
    summary: 'The invitations, newest first',
    middleware: [administratorsOnly] as const,
    responses: { 200: json(dataResponse(z.array(invitationSchema)), 'The invitations') },
  })
  const invite = createRoute({
    ...common,
    method: 'post',
    path: '/admin/invitations',
    summary: 'Invite an address, by mail or by a link to copy',
    middleware: [administratorsOnly, confirmed, body] as const,
    request: { body: { required: true, ...json(inviteSchema, 'Whom') } },
    responses: { 201: json(dataResponse(newInvitationSchema), 'The invitation, its link told this once') },
  })
  const renew = createRoute({
    ...common,
    method: 'post',
    path: '/admin/invitations/{id}/link',
    summary: 'Make another link for an invitation',
    middleware: [administratorsOnly, confirmed] as const,
    parameters,
    responses: { 200: json(dataResponse(linkSchema), 'The link, told this once') },
  })
  const revoke = createRoute({
    ...common,
    method: 'delete',
    path: '/admin/invitations/{id}',
    summary: 'Revoke an invitation',
    middleware: [administratorsOnly] as const,
    parameters,
    responses: { 200: json(messageResponse, 'Its link does not work any more') },
  })
  const open = createRoute({
    tags: ['Authentication'],
    method: 'post',
    path: '/auth/invitation',
    summary: 'The address that a link of an invitation was made for',
    middleware: [body] as const,
    request: secret,
    responses: { 200: json(dataResponse(openInvitationSchema), 'The address') },
  })
  const accept = createRoute({
    tags: ['Authentication'],
    method: 'post',
    path: '/auth/accept-invitation',
    summary: 'Make an account by the link of an invitation',
    middleware: [body] as const,
    request: { body: { required: true, ...json(acceptInvitationSchema, "The link's secret, and who one is") } },
    responses: { 201: json(dataResponse(openInvitationSchema), 'The account is there, and its address verified') },
  })

  return newRouter<UserEnv>()
    .openapi(list, async (context) => context.json({ data: await invitations.list() }, 200))
    .openapi(invite, async (context) => {
      const request = context.req.valid('json')
      const data = await invitations.invite(context.get('user'), request, context.get('client'))
      return context.json({ data }, 201)
    })
    .openapi(renew, async (context) =>
      context.json({ data: await invitations.renewLink(context.get('user'), context.req.param('id')) }, 200),
    )
    .openapi(revoke, async (context) => {
      await invitations.revoke(context.get('user'), context.req.param('id'))
      return context.json({ message: 'Invitation revoked' }, 200)
    })
    .openapi(open, async (context) =>
      context.json({ data: await invitations.open(context.req.valid('json').token, context.get('client')) }, 200),
    )
    .openapi(accept, async (context) =>
      context.json({ data: await invitations.accept(context.req.valid('json'), context.get('client')) }, 201),
    )
}
