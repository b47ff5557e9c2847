import { createRoute, z } from '@hono/zod-openapi'
import { dataResponse, messageResponse, removedFlowSchema } from '@plimsoll/contract'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import type { BinActions } from './bin.actions.ts'

interface BinRoutes {
  bin: BinActions
  authenticate: Authenticate
  /** Refuses who has a second factor and has not confirmed it. */
  confirmed: Authenticate
}

export function binRoutes({ bin, authenticate, confirmed }: BinRoutes) {
  const common = { tags: ['Bin'], security: [{ bearer: [] }] }
  const list = createRoute({
    ...common,
    method: 'get',
    path: '/bin',
    summary: 'List the removed flows, what was removed last first',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(z.array(removedFlowSchema)), 'The removed flows') },
  })
  const restore = createRoute({
    ...common,
    method: 'post',
    path: '/bin/{id}/restore',
    summary: 'Put a removed flow back into the library',
    middleware: [authenticate] as const,
    parameters: [PATH_ID],
    responses: { 200: json(messageResponse, 'The flow is in the library') },
  })
  const deleteForGood = createRoute({
    ...common,
    method: 'delete',
    path: '/bin/{id}',
    summary: 'Delete a removed flow for good',
    middleware: [authenticate, confirmed] as const,
    parameters: [PATH_ID],
    responses: { 200: json(messageResponse, 'The flow is gone') },
  })
  const empty = createRoute({
    ...common,
    method: 'delete',
    path: '/bin',
    summary: 'Delete all removed flows for good',
    middleware: [authenticate, confirmed] as const,
    responses: { 200: json(messageResponse, 'The bin is empty') },
  })
  return newRouter<UserEnv>('validation/flow')
    .openapi(list, async (context) => context.json({ data: await bin.list(context.get('user')) }, 200))
    .openapi(restore, async (context) => {
      await bin.restore(context.get('user'), context.req.param('id'))
      return context.json({ message: 'Flow restored successfully' }, 200)
    })
    .openapi(deleteForGood, async (context) => {
      await bin.delete(context.get('user'), context.req.param('id'))
      return context.json({ message: 'Flow deleted for good' }, 200)
    })
    .openapi(empty, async (context) => {
      await bin.empty(context.get('user'))
      return context.json({ message: 'The bin is empty' }, 200)
    })
}
