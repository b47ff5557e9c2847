import { createRoute, z } from '@hono/zod-openapi'
import {
  createFlowSchema,
  dataResponse,
  type FlowData,
  flowDataSchema,
  LIMITS,
  messageResponse,
  updateFlowSchema,
} from '@plimsoll/contract'
import type { BodyForm } from '../../bodies/body-source.ts'
import { holdAnswer } from '../../plugins/hold-answer.ts'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import { sendPacked } from '../../plugins/send-packed.ts'
import type { FlowActions } from './flows.actions.ts'

export function flowRoutes({ flows, authenticate }: { flows: FlowActions; authenticate: Authenticate }) {
  const common = { tags: ['Flows'], security: [{ bearer: [] }] }
  const parameters = [PATH_ID]
  const bodyOf = (form: BodyForm) => readJson({ maxBytes: LIMITS.flowBody, form })
  const wholeFlow = json(dataResponse(flowDataSchema), 'The flow')

  const create = createRoute({
    ...common,
    method: 'post',
    path: '/flows',
    summary: 'Save a new flow',
    middleware: [authenticate, bodyOf('new flow')] as const,
    request: {
      headers: z.object({
        'idempotency-key': z
          .string()
          .min(1, 'Must not be empty')
          .max(LIMITS.idempotencyKey, `Must be at most ${LIMITS.idempotencyKey} characters`)
          .optional()
          .meta({ description: 'The same key and body give the same flow, however often they are sent.' }),
      }),
      body: { required: true, ...json(createFlowSchema, 'The flow') },
    },
    responses: { 201: wholeFlow },
  })
  const show = createRoute({
    ...common,
    method: 'get',
    path: '/flows/{id}',
    summary: 'Load a flow',
    middleware: [authenticate] as const,
    parameters,
    responses: { 200: wholeFlow },
  })
  const update = createRoute({
    ...common,
    method: 'put',
    path: '/flows/{id}',
    summary: 'Save a flow again',
    middleware: [authenticate, bodyOf('saved flow')] as const,
    parameters,
    request: {
      body: { required: true, ...json(updateFlowSchema, 'The flow and the version it started from') },
    },
    responses: { 200: wholeFlow },
  })
  const remove = createRoute({
    ...common,
    method: 'delete',
    path: '/flows/{id}',
    summary: 'Remove a flow',
    middleware: [authenticate] as const,
    parameters,
    responses: { 200: json(messageResponse, 'The flow is gone') },
  })

  return newRouter<UserEnv>('validation/flow')
    .openapi(create, async (context) => {
      const { 'idempotency-key': key } = context.req.valid('header')
      const answer = await flows.create(context.get('user'), context.req.valid('json'), context.get('source'), key)
      return sendPacked<FlowData, 201>(context, answer, 201)
    })
    .openapi(show, async (context) => {
      // Before it is read: who has too much under way costs no more than this.
      const hold = (bytes: number) => holdAnswer(context, bytes)
      const answer = await flows.show(context.get('user'), context.req.param('id'), hold)
      return sendPacked<FlowData, 200>(context, answer, 200, { isHeld: true })
    })
    .openapi(update, async (context) => {
      const id = context.req.param('id')
      const answer = await flows.update(context.get('user'), id, context.req.valid('json'), context.get('source'))
      return sendPacked<FlowData, 200>(context, answer, 200)
    })
    .openapi(remove, async (context) => {
      await flows.remove(context.get('user'), context.req.param('id'))
      return context.json({ message: 'Flow removed successfully' }, 200)
    })
}
