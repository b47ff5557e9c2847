import { createRoute, z } from '@hono/zod-openapi'
import {
  changeTagsSchema,
  dataResponse,
  flowSummarySchema,
  LIMITS,
  type LibraryPage,
  libraryPageSchema,
  listFlowsQuery,
  messageResponse,
  tagCountSchema,
} from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import type { LibraryActions } from './library.actions.ts'

export function libraryRoutes({ library, authenticate }: { library: LibraryActions; authenticate: Authenticate }) {
  const common = { tags: ['Flows'], security: [{ bearer: [] }] }
  const wholeList = dataResponse(z.array(flowSummarySchema))

  const list = createRoute({
    ...common,
    method: 'get',
    path: '/flows',
    summary: 'List the flows: all of them, newest first, or a page of those that are searched for',
    middleware: [authenticate] as const,
    request: { query: listFlowsQuery },
    responses: { 200: json(z.union([libraryPageSchema, wholeList]), 'The flows') },
  })
  const open = createRoute({
    ...common,
    method: 'put',
    path: '/flows/{id}/opened',
    summary: 'Remember that a flow was opened now',
    middleware: [authenticate] as const,
    parameters: [PATH_ID],
    responses: { 200: json(messageResponse, 'It is remembered') },
  })

  const tags = createRoute({
    ...common,
    method: 'get',
    path: '/tags',
    summary: 'List the tags of the library',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(z.array(tagCountSchema)), 'Each tag with the number of its flows') },
  })
  const changeTags = createRoute({
    ...common,
    method: 'post',
    path: '/tags',
    summary: 'Give tags to flows, or take them away',
    middleware: [authenticate, readJson({ maxBytes: LIMITS.body })] as const,
    request: { body: { required: true, ...json(changeTagsSchema, 'Flows and tags') } },
    responses: { 200: json(messageResponse, 'The flows have these tags') },
  })

  return newRouter<UserEnv>()
    .openapi(list, async (context) => {
      const user = context.get('user')
      const query = context.req.valid('query')
      if (Object.keys(query).length === 0) return context.json({ data: await library.list(user) }, 200)
      const page: LibraryPage = await library.page(user, query)
      return context.json(page, 200)
    })
    .openapi(tags, async (context) => context.json({ data: await library.tags(context.get('user')) }, 200))
    .openapi(changeTags, async (context) => {
      await library.changeTags(context.get('user'), context.req.valid('json'))
      return context.json({ message: 'Tags changed' }, 200)
    })
    .openapi(open, async (context) => {
      await library.open(context.get('user'), context.req.param('id'))
      return context.json({ message: 'Flow opened' }, 200)
    })
}
