import { createRoute } from '@hono/zod-openapi'
import { firstAdministratorSchema, LIMITS, linkSecretSchema, messageResponse } from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, type UserEnv } from '../../plugins/router.ts'
import type { FirstAdministratorActions } from './first-administrator.actions.ts'

interface FirstAdministratorRoutes {
  firstAdministrator: FirstAdministratorActions
  authenticate: Authenticate
}

export function firstAdministratorRoutes({ firstAdministrator, authenticate }: FirstAdministratorRoutes) {
  const common = { method: 'post' as const, tags: ['Administration'] }
  const body = readJson({ maxBytes: LIMITS.body })
  const claim = createRoute({
    ...common,
    path: '/auth/claim-administration',
    summary: 'Become an administrator by the link that the server printed',
    security: [{ bearer: [] }],
    middleware: [authenticate, body] as const,
    request: { body: { required: true, ...json(linkSecretSchema, "The link's secret") } },
    responses: { 200: json(messageResponse, 'The account is an administrator') },
  })
  const register = createRoute({
    ...common,
    path: '/auth/first-administrator',
    summary: 'Make an account that is an administrator, by that link',
    middleware: [body] as const,
    request: { body: { required: true, ...json(firstAdministratorSchema, "The link's secret and who it is for") } },
    responses: { 201: json(messageResponse, 'The account is there') },
  })

  return newRouter<UserEnv>()
    .openapi(claim, async (context) => {
      await firstAdministrator.claim(context.get('user'), context.req.valid('json').token, context.get('client'))
      return context.json({ message: 'You are an administrator of this server' }, 200)
    })
    .openapi(register, async (context) => {
      await firstAdministrator.register(context.req.valid('json'), context.get('client'))
      return context.json({ message: 'Your account is ready. Log in to administer the server.' }, 201)
    })
}
