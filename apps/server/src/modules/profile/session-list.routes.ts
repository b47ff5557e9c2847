import { createRoute, z } from '@hono/zod-openapi'
import { dataResponse, endedSessionSchema, messageResponse, sessionSchema } from '@plimsoll/contract'
import { type Authenticate, json, newRouter, type UserEnv } from '../../plugins/router.ts'
import type { SessionListActions } from './session-list.actions.ts'

export function sessionListRoutes({
  sessions,
  authenticate,
}: {
  sessions: SessionListActions
  authenticate: Authenticate
}) {
  const common = { tags: ['Profile'], security: [{ bearer: [] }] }

  const list = createRoute({
    ...common,
    method: 'get',
    path: '/profile/sessions',
    summary: 'List where the user is logged in, newest use first',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(z.array(sessionSchema)), 'The sessions') },
  })
  const listEnded = createRoute({
    ...common,
    method: 'get',
    path: '/profile/sessions/ended',
    summary: 'List the sessions that ended lately and why, newest first',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(z.array(endedSessionSchema)), 'The sessions that are over') },
  })
  const end = createRoute({
    ...common,
    method: 'delete',
    path: '/profile/sessions/{id}',
    summary: 'End a session',
    middleware: [authenticate] as const,
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: json(messageResponse, 'The session has ended') },
  })
  const endOthers = createRoute({
    ...common,
    method: 'delete',
    path: '/profile/sessions',
    summary: 'End all other sessions',
    middleware: [authenticate] as const,
    responses: { 200: json(messageResponse, 'The other sessions have ended') },
  })

  return newRouter<UserEnv>()
    .openapi(list, async (context) => context.json({ data: await sessions.list(context.get('user')) }, 200))
    .openapi(listEnded, async (context) => context.json({ data: await sessions.listEnded(context.get('user')) }, 200))
    .openapi(end, async (context) => {
      await sessions.end(context.get('user'), context.req.valid('param').id)
      return context.json({ message: 'The session has ended' }, 200)
    })
    .openapi(endOthers, async (context) => {
      await sessions.endOthers(context.get('user'))
      return context.json({ message: 'All other sessions have ended' }, 200)
    })
}
