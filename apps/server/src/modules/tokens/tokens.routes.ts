import { createRoute, z } from '@hono/zod-openapi'
import {
  apiTokenSchema,
  createTokenSchema,
  dataResponse,
  LIMITS,
  messageResponse,
  newApiTokenSchema,
} from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import type { TokenActions } from './tokens.actions.ts'

interface RouteOptions {
  tokens: TokenActions
  authenticate: Authenticate
  /** Refuses who has a second factor and has not confirmed it. */
  confirmed: Authenticate
}

export function tokenRoutes({ tokens, authenticate, confirmed }: RouteOptions) {
  const common = { tags: ['Profile'], security: [{ bearer: [] }] }
  const body = readJson({ maxBytes: LIMITS.body })

  const list = createRoute({
    ...common,
    method: 'get',
    path: '/profile/tokens',
    summary: 'List the API tokens, the newest first',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(z.array(apiTokenSchema)), 'The API tokens') },
  })
  const create = createRoute({
    ...common,
    method: 'post',
    path: '/profile/tokens',
    summary: 'Make an API token, which is told this once',
    middleware: [authenticate, confirmed, body] as const,
    request: { body: { required: true, ...json(createTokenSchema, 'Name, scope and end') } },
    responses: { 201: json(dataResponse(newApiTokenSchema), 'The API token') },
  })
  const revoke = createRoute({
    ...common,
    method: 'delete',
    path: '/profile/tokens/{id}',
    summary: 'Revoke an API token',
    middleware: [authenticate] as const,
    parameters: [PATH_ID],
    responses: { 200: json(messageResponse, 'The API token is revoked') },
  })

  return newRouter<UserEnv>()
    .openapi(list, async (context) => context.json({ data: await tokens.list(context.get('user')) }, 200))
    .openapi(create, async (context) => {
      const data = await tokens.create(context.get('user'), context.req.valid('json'))
      return context.json({ data }, 201)
    })
    .openapi(revoke, async (context) => {
      await tokens.revoke(context.get('user'), context.req.param('id'))
      return context.json({ message: 'The API token is revoked' }, 200)
    })
}
