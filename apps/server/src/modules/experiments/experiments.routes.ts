import { createRoute, z } from '@hono/zod-openapi'
import {
  type CreateExperimentRequest,
  createExperimentSchema,
  dataResponse,
  type ExperimentResult,
  experimentResultSchema,
  experimentSchema,
  LIMITS,
  messageResponse,
} from '@plimsoll/contract'
import { streamSSE } from 'hono/streaming'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import { sendPacked } from '../../plugins/send-packed.ts'
import type { ExperimentActions } from './experiments.actions.ts'

interface ExperimentRoutes {
  experiments: ExperimentActions
  authenticate: Authenticate
}

export function experimentRoutes({ experiments, authenticate }: ExperimentRoutes) {
  const common = { tags: ['Experiments'], security: [{ bearer: [] }] }
  const parameters = [PATH_ID]
  const one = json(dataResponse(experimentSchema), 'The experiment')

  const list = createRoute({
    ...common,
    method: 'get',
    path: '/experiments',
    summary: 'List the experiments, newest first',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(z.array(experimentSchema)), 'The experiments') },
  })
  const create = createRoute({
    ...common,
    method: 'post',
    path: '/experiments',
    summary: 'Have the server run an experiment',
    middleware: [authenticate, readJson({ maxBytes: LIMITS.flowBody, form: 'experiment' })] as const,
    request: { body: { required: true, ...json(createExperimentSchema, 'The designs and what is asked of them') } },
    responses: { 202: one },
  })
  const show = createRoute({
    ...common,
    method: 'get',
    path: '/experiments/{id}',
    summary: 'How far an experiment is',
    middleware: [authenticate] as const,
    parameters,
    responses: { 200: one },
  })
  const events = createRoute({
    ...common,
    method: 'get',
    path: '/experiments/{id}/events',
    summary: 'How far an experiment is, as server-sent events, until it is over',
    middleware: [authenticate] as const,
    parameters,
    responses: {
      200: { description: 'Each event holds the experiment', content: { 'text/event-stream': { schema: z.string() } } },
    },
  })
  const request = createRoute({
    ...common,
    method: 'get',
    path: '/experiments/{id}/request',
    summary: 'What an experiment was asked, with its designs',
    middleware: [authenticate] as const,
    parameters,
    responses: { 200: json(dataResponse(createExperimentSchema), 'The request') },
  })
  const result = createRoute({
    ...common,
    method: 'get',
    path: '/experiments/{id}/result',
    summary: 'What an experiment has found',
    middleware: [authenticate] as const,
    parameters,
    responses: { 200: json(dataResponse(experimentResultSchema), 'The result') },
  })
  const remove = createRoute({
    ...common,
    method: 'delete',
    path: '/experiments/{id}',
    summary: 'Remove an experiment, and end it if it runs',
    middleware: [authenticate] as const,
    parameters,
    responses: { 200: json(messageResponse, 'The experiment is gone') },
  })

  return newRouter<UserEnv>()
    .openapi(list, async (context) => context.json({ data: await experiments.list(context.get('user')) }, 200))
    .openapi(create, async (context) => {
      const experiment = context.req.valid('json')
      return context.json(
        { data: await experiments.create(context.get('user'), experiment, context.get('source')) },
        202,
      )
    })
    .openapi(show, async (context) =>
      context.json({ data: await experiments.show(context.get('user'), context.req.param('id')) }, 200),
    )
    .openapi(events, async (context) => {
      const [user, id] = [context.get('user'), context.req.param('id')]
      // What cannot be found is refused before the stream begins.
      await experiments.show(user, id)
      const gone = new AbortController()
      const steps = experiments.watch(user, id, gone.signal)
      return streamSSE(context, async (stream) => {
        stream.onAbort(() => gone.abort())
        for await (const one of steps) await stream.writeSSE({ data: JSON.stringify(one) })
      })
    })
    .openapi(request, async (context) => {
      const answer = await experiments.request(context.get('user'), context.req.param('id'))
      return sendPacked<CreateExperimentRequest, 200>(context, answer, 200)
    })
    .openapi(result, async (context) => {
      const answer = await experiments.result(context.get('user'), context.req.param('id'))
      return sendPacked<ExperimentResult, 200>(context, answer, 200)
    })
    .openapi(remove, async (context) => {
      await experiments.remove(context.get('user'), context.req.param('id'))
      return context.json({ message: 'Experiment removed' }, 200)
    })
}
