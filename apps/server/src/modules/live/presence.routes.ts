import { createRoute, z } from '@hono/zod-openapi'
import { dataResponse, flowPresenceSchema, presenceQuery } from '@plimsoll/contract'
import { type Authenticate, json, newRouter, type UserEnv } from '../../plugins/router.ts'
import type { PresenceActions } from './presence.actions.ts'

export function presenceRoutes({ presence, authenticate }: { presence: PresenceActions; authenticate: Authenticate }) {
  const list = createRoute({
    tags: ['Flows'],
    security: [{ bearer: [] }],
    method: 'get',
    path: '/presence',
    summary: 'Tell who else has flows open now',
    middleware: [authenticate] as const,
    request: { query: presenceQuery },
    responses: { 200: json(dataResponse(z.array(flowPresenceSchema)), 'The flows that others have open') },
  })
  return newRouter<UserEnv>().openapi(list, async (context) => {
    const { flows } = context.req.valid('query')
    return context.json({ data: await presence.list(context.get('user'), flows) }, 200)
  })
}
