import { createRoute } from '@hono/zod-openapi'
import {
  changeVersionSchema,
  dataResponse,
  type FlowData,
  flowDataSchema,
  LIMITS,
  listVersionsQuery,
  restoreVersionSchema,
  savedVersionSchema,
  versionsPageSchema,
} from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import { sendPacked } from '../../plugins/send-packed.ts'
import type { VersionActions } from './versions.actions.ts'

const PATH_VERSION = { ...PATH_ID, name: 'version' } as const

export function versionRoutes({ versions, authenticate }: { versions: VersionActions; authenticate: Authenticate }) {
  const common = { tags: ['Versions'], security: [{ bearer: [] }] }
  const parameters = [PATH_ID, PATH_VERSION]
  const body = readJson({ maxBytes: LIMITS.body })
  const wholeFlow = json(dataResponse(flowDataSchema), 'The flow')

  const list = createRoute({
    ...common,
    method: 'get',
    path: '/flows/{id}/versions',
    summary: 'List the versions of a flow, the newest first',
    middleware: [authenticate] as const,
    parameters: [PATH_ID],
    request: { query: listVersionsQuery },
    responses: { 200: json(versionsPageSchema, 'A page of versions') },
  })
  const show = createRoute({
    ...common,
    method: 'get',
    path: '/flows/{id}/versions/{version}',
    summary: 'Load a flow as it was in a version',
    middleware: [authenticate] as const,
    parameters,
    responses: { 200: wholeFlow },
  })
  const change = createRoute({
    ...common,
    method: 'patch',
    path: '/flows/{id}/versions/{version}',
    summary: 'Name a version, or change its note',
    middleware: [authenticate, body] as const,
    parameters,
    request: { body: { required: true, ...json(changeVersionSchema, 'Name and note') } },
    responses: { 200: json(dataResponse(savedVersionSchema), 'The version') },
  })
  const restore = createRoute({
    ...common,
    method: 'post',
    path: '/flows/{id}/versions/{version}/restore',
    summary: 'Save the content of a version again, as a new version',
    middleware: [authenticate, body] as const,
    parameters,
    request: { body: { required: true, ...json(restoreVersionSchema, 'The version that the flow is in') } },
    responses: { 200: wholeFlow },
  })

  return newRouter<UserEnv>()
    .openapi(list, async (context) => {
      const page = await versions.list(context.get('user'), context.req.param('id'), context.req.valid('query'))
      return context.json(page, 200)
    })
    .openapi(show, async (context) => {
      const answer = await versions.show(context.get('user'), context.req.param('id'), context.req.param('version'))
      return sendPacked<FlowData, 200>(context, answer, 200)
    })
    .openapi(change, async (context) => {
      const { id, version } = context.req.param()
      const data = await versions.change(context.get('user'), id, version, context.req.valid('json'))
      return context.json({ data }, 200)
    })
    .openapi(restore, async (context) => {
      const { id, version } = context.req.param()
      const answer = await versions.restore(context.get('user'), id, version, context.req.valid('json'))
      return sendPacked<FlowData, 200>(context, answer, 200)
    })
}
