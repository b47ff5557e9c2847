import { createRoute } from '@hono/zod-openapi'
import {
  accountSchema,
  accountsQuerySchema,
  accountsSchema,
  changeAccountSchema,
  dataResponse,
  LIMITS,
  linkSchema,
  messageResponse,
} from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import type { AccountActions } from './accounts.actions.ts'

interface AccountRoutes {
  accounts: AccountActions
  administratorsOnly: Authenticate
  /** Refuses who has a second factor and has not confirmed it. */
  confirmed: Authenticate
}

export function accountRoutes({ accounts, administratorsOnly, confirmed }: AccountRoutes) {
  const common = { tags: ['Administration'], security: [{ bearer: [] }] }
  const parameters = [PATH_ID]

  const list = createRoute({
    ...common,
    method: 'get',
    path: '/admin/users',
    summary: 'The accounts, newest first',
    middleware: [administratorsOnly] as const,
    request: { query: accountsQuerySchema },
    responses: { 200: json(dataResponse(accountsSchema), 'A page of accounts') },
  })
  const change = createRoute({
    ...common,
    method: 'patch',
    path: '/admin/users/{id}',
    summary: 'Approve or disable an account, or change its role or quota',
    middleware: [administratorsOnly, confirmed, readJson({ maxBytes: LIMITS.body })] as const,
    parameters,
    request: { body: { required: true, ...json(changeAccountSchema, 'What is to change') } },
    responses: { 200: json(dataResponse(accountSchema), 'The account') },
  })
  const remove = createRoute({
    ...common,
    method: 'delete',
    path: '/admin/users/{id}',
    summary: 'Delete an account; what others work on goes to one of them',
    middleware: [administratorsOnly, confirmed] as const,
    parameters,
    responses: { 200: json(messageResponse, 'The account is gone') },
  })
  const endSessions = createRoute({
    ...common,
    method: 'delete',
    path: '/admin/users/{id}/sessions',
    summary: 'Log a user out everywhere',
    middleware: [administratorsOnly] as const,
    parameters,
    responses: { 200: json(messageResponse, 'The sessions have ended') },
  })
  const resetLink = createRoute({
    ...common,
    method: 'post',
    path: '/admin/users/{id}/reset-link',
    summary: 'Make a link by which a user chooses a password',
    middleware: [administratorsOnly, confirmed] as const,
    parameters,
    responses: { 200: json(dataResponse(linkSchema), 'The link, told this once') },
  })

  return newRouter<UserEnv>()
    .openapi(list, async (context) =>
      context.json({ data: await accounts.list(context.get('user'), context.req.valid('query')) }, 200),
    )
    .openapi(change, async (context) => {
      const changes = context.req.valid('json')
      return context.json({ data: await accounts.change(context.get('user'), context.req.param('id'), changes) }, 200)
    })
    .openapi(remove, async (context) => {
      await accounts.remove(context.get('user'), context.req.param('id'), context.get('client'))
      return context.json({ message: 'Account deleted' }, 200)
    })
    .openapi(endSessions, async (context) => {
      const count = await accounts.endSessions(context.get('user'), context.req.param('id'))
      return context.json({ message: count === 1 ? '1 session ended' : `${count} sessions ended` }, 200)
    })
    .openapi(resetLink, async (context) =>
      context.json({ data: await accounts.makeResetLink(context.get('user'), context.req.param('id')) }, 200),
    )
}
