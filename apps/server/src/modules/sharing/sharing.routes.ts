import { createRoute, z } from '@hono/zod-openapi'
import {
  createLinkSchema,
  dataResponse,
  emailOnlySchema,
  flowSharingSchema,
  LIMITS,
  type LinkedFlow,
  linkedFlowSchema,
  linkPasswordSchema,
  linkRoleSchema,
  messageResponse,
  moveFlowSchema,
  newLinkSchema,
  ownSharedFlowSchema,
  sharedSchema,
  shareFlowSchema,
  shareWithTeamSchema,
  takeLinkRoleSchema,
  teamOnlySchema,
} from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import { sendPacked } from '../../plugins/send-packed.ts'
import type { SharingActions } from './sharing.actions.ts'

const LINK_ID = { ...PATH_ID, name: 'link' } as const
const TOKEN = { ...PATH_ID, name: 'token' } as const

interface RouteOptions {
  sharing: SharingActions
  authenticate: Authenticate
  /** Refuses who has a second factor and has not confirmed it. */
  confirmed: Authenticate
}

export function sharingRoutes({ sharing, authenticate, confirmed }: RouteOptions) {
  const common = { tags: ['Sharing'], security: [{ bearer: [] }] }
  const open = { tags: ['Sharing'] }
  const body = readJson({ maxBytes: LIMITS.body })
  const person = { required: true, ...json(emailOnlySchema, 'The address of the person') }

  const list = createRoute({
    ...common,
    method: 'get',
    path: '/flows/{id}/sharing',
    summary: 'List who a flow is shared with, and its links',
    middleware: [authenticate] as const,
    parameters: [PATH_ID],
    responses: { 200: json(dataResponse(flowSharingSchema), 'People and links') },
  })
  const share = createRoute({
    ...common,
    method: 'put',
    path: '/flows/{id}/people',
    summary: 'Share a flow with an address, or change its role',
    middleware: [authenticate, body] as const,
    parameters: [PATH_ID],
    request: { body: { required: true, ...json(shareFlowSchema, 'The address and its role') } },
    responses: { 200: json(dataResponse(sharedSchema), 'It is shared') },
  })
  const unshare = createRoute({
    ...common,
    method: 'delete',
    path: '/flows/{id}/people',
    summary: 'Share a flow with an address no longer',
    middleware: [authenticate, body] as const,
    parameters: [PATH_ID],
    request: { body: person },
    responses: { 200: json(messageResponse, 'It is not shared any more') },
  })
  const leave = createRoute({
    ...common,
    method: 'post',
    path: '/flows/{id}/leave',
    summary: 'Leave a flow that another shares',
    middleware: [authenticate] as const,
    parameters: [PATH_ID],
    responses: { 200: json(messageResponse, 'The caller has no part in it any more') },
  })
  const handOn = createRoute({
    ...common,
    method: 'put',
    path: '/flows/{id}/owner',
    summary: 'Make an editor of a flow its owner',
    middleware: [authenticate, confirmed, body] as const,
    parameters: [PATH_ID],
    request: { body: person },
    responses: { 200: json(messageResponse, 'The editor owns it, and the caller is an editor') },
  })
  const shareWithTeam = createRoute({
    ...common,
    method: 'put',
    path: '/flows/{id}/teams',
    summary: 'Share a flow with a team of the caller, or change its role',
    middleware: [authenticate, body] as const,
    parameters: [PATH_ID],
    request: { body: { required: true, ...json(shareWithTeamSchema, 'The team and its role') } },
    responses: { 200: json(messageResponse, 'It is shared') },
  })
  const unshareFromTeam = createRoute({
    ...common,
    method: 'delete',
    path: '/flows/{id}/teams',
    summary: 'Share a flow with a team no longer',
    middleware: [authenticate, body] as const,
    parameters: [PATH_ID],
    request: { body: { required: true, ...json(teamOnlySchema, 'The team') } },
    responses: { 200: json(messageResponse, 'It is not shared any more') },
  })
  const move = createRoute({
    ...common,
    method: 'put',
    path: '/flows/{id}/team',
    summary: 'Move a flow to a team, or out of one',
    middleware: [authenticate, confirmed, body] as const,
    parameters: [PATH_ID],
    request: { body: { required: true, ...json(moveFlowSchema, 'Whom it is to belong to') } },
    responses: { 200: json(messageResponse, 'It belongs to the team, or to the caller') },
  })
  const makeLink = createRoute({
    ...common,
    method: 'post',
    path: '/flows/{id}/links',
    summary: 'Make a link by which everybody sees a flow',
    middleware: [authenticate, body] as const,
    parameters: [PATH_ID],
    request: { body: { required: true, ...json(createLinkSchema, 'How long it works, and its password') } },
    responses: { 201: json(dataResponse(newLinkSchema), 'The link with its token, which is told only now') },
  })
  const revokeLink = createRoute({
    ...common,
    method: 'delete',
    path: '/flows/{id}/links/{link}',
    summary: 'Revoke a link',
    middleware: [authenticate] as const,
    parameters: [PATH_ID, LINK_ID],
    responses: { 200: json(messageResponse, 'The link shows nothing any more') },
  })
  const ownShared = createRoute({
    ...common,
    method: 'get',
    path: '/profile/shared-flows',
    summary: 'List the own flows that others have a role in',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(z.array(ownSharedFlowSchema)), 'The flows, and who could own them') },
  })
  const linked = json(dataResponse(linkedFlowSchema), 'The flow in its present version')
  const openLink = createRoute({
    ...open,
    method: 'get',
    path: '/shared/{token}',
    summary: 'Load the flow of a link',
    parameters: [TOKEN],
    responses: { 200: linked },
  })
  const openWithPassword = createRoute({
    ...open,
    method: 'post',
    path: '/shared/{token}',
    summary: 'Load the flow of a link that needs a password',
    middleware: [body] as const,
    parameters: [TOKEN],
    request: { body: { required: true, ...json(linkPasswordSchema, 'The password') } },
    responses: { 200: linked },
  })

  const checkLink = createRoute({
    ...open,
    method: 'get',
    path: '/shared/{token}/state',
    summary: 'Ask whether a link still shows a flow',
    parameters: [TOKEN],
    responses: { 200: json(messageResponse, 'It does') },
  })
  const takeRole = createRoute({
    ...common,
    method: 'put',
    path: '/shared/{token}/role',
    summary: 'Take the role of a link, as long as it is in force',
    middleware: [authenticate, body] as const,
    parameters: [TOKEN],
    request: { body: { required: true, ...json(takeLinkRoleSchema, 'The password of the link, if it has one') } },
    responses: { 200: json(dataResponse(linkRoleSchema), 'The flow, and what the caller is to it') },
  })

  return newRouter<UserEnv>()
    .openapi(list, async (context) =>
      context.json({ data: await sharing.list(context.get('user'), context.req.param('id')) }, 200),
    )
    .openapi(share, async (context) => {
      const id = context.req.param('id')
      const data = await sharing.share(context.get('user'), id, context.req.valid('json'), context.get('client'))
      return context.json({ data, message: 'Flow shared' }, 200)
    })
    .openapi(unshare, async (context) => {
      await sharing.unshare(context.get('user'), context.req.param('id'), context.req.valid('json'))
      return context.json({ message: 'Flow not shared any more' }, 200)
    })
    .openapi(leave, async (context) => {
      await sharing.leave(context.get('user'), context.req.param('id'))
      return context.json({ message: 'You have left the flow' }, 200)
    })
    .openapi(handOn, async (context) => {
      const id = context.req.param('id')
      await sharing.handOn(context.get('user'), id, context.req.valid('json'), context.get('client'))
      return context.json({ message: 'Flow handed on' }, 200)
    })
    .openapi(shareWithTeam, async (context) => {
      await sharing.shareWithTeam(context.get('user'), context.req.param('id'), context.req.valid('json'))
      return context.json({ message: 'Flow shared' }, 200)
    })
    .openapi(unshareFromTeam, async (context) => {
      await sharing.unshareFromTeam(context.get('user'), context.req.param('id'), context.req.valid('json'))
      return context.json({ message: 'Flow not shared any more' }, 200)
    })
    .openapi(move, async (context) => {
      await sharing.move(context.get('user'), context.req.param('id'), context.req.valid('json'))
      return context.json({ message: 'Flow moved' }, 200)
    })
    .openapi(makeLink, async (context) => {
      const id = context.req.param('id')
      const data = await sharing.makeLink(context.get('user'), id, context.req.valid('json'))
      return context.json({ data }, 201)
    })
    .openapi(revokeLink, async (context) => {
      await sharing.revokeLink(context.get('user'), context.req.param('id'), context.req.param('link'))
      return context.json({ message: 'Link revoked' }, 200)
    })
    .openapi(ownShared, async (context) => context.json({ data: await sharing.ownShared(context.get('user')) }, 200))
    .openapi(openLink, async (context) => {
      const answer = await sharing.open(context.req.param('token'), undefined, context.get('client'))
      return sendPacked<LinkedFlow, 200>(context, answer, 200)
    })
    .openapi(checkLink, async (context) => {
      await sharing.check(context.req.param('token'), context.get('client'))
      return context.json({ message: 'The link is in force' }, 200)
    })
    .openapi(takeRole, async (context) => {
      const token = context.req.param('token')
      const data = await sharing.takeRole(context.get('user'), token, context.req.valid('json'), context.get('client'))
      return context.json({ data }, 200)
    })
    .openapi(openWithPassword, async (context) => {
      const { password } = context.req.valid('json')
      const answer = await sharing.open(context.req.param('token'), password, context.get('client'))
      return sendPacked<LinkedFlow, 200>(context, answer, 200)
    })
}
