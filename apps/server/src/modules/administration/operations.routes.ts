import { createRoute, z } from '@hono/zod-openapi'
import {
  dataResponse,
  experimentQueueSchema,
  mailQueueSchema,
  messageResponse,
  settingSchema,
  storageSchema,
} from '@plimsoll/contract'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import type { OperationActions } from './operations.actions.ts'

interface OperationRoutes {
  operations: OperationActions
  administratorsOnly: Authenticate
}

export function operationRoutes({ operations, administratorsOnly }: OperationRoutes) {
  const common = { tags: ['Administration'], security: [{ bearer: [] }] }
  const parameters = [PATH_ID]

  const mails = createRoute({
    ...common,
    method: 'get',
    path: '/admin/mails',
    summary: 'The queue of mails, and why some were not sent',
    middleware: [administratorsOnly] as const,
    responses: { 200: json(dataResponse(mailQueueSchema), 'The queue') },
  })
  const test = createRoute({
    ...common,
    method: 'post',
    path: '/admin/mails/test',
    summary: 'Send a mail to the own address',
    middleware: [administratorsOnly] as const,
    responses: { 200: json(messageResponse, 'The mail is queued') },
  })
  const retry = createRoute({
    ...common,
    method: 'post',
    path: '/admin/mails/{id}/retry',
    summary: 'Try a mail that failed again, now',
    middleware: [administratorsOnly] as const,
    parameters,
    responses: { 200: json(messageResponse, 'The mail is due') },
  })
  const removeMail = createRoute({
    ...common,
    method: 'delete',
    path: '/admin/mails/{id}',
    summary: 'Remove a mail from the queue',
    middleware: [administratorsOnly] as const,
    parameters,
    responses: { 200: json(messageResponse, 'The mail is gone') },
  })
  const experiments = createRoute({
    ...common,
    method: 'get',
    path: '/admin/experiments',
    summary: 'The experiments that wait and run, of everybody',
    middleware: [administratorsOnly] as const,
    responses: { 200: json(dataResponse(experimentQueueSchema), 'The queue') },
  })
  const cancel = createRoute({
    ...common,
    method: 'delete',
    path: '/admin/experiments/{id}',
    summary: 'Cancel an experiment of somebody',
    middleware: [administratorsOnly] as const,
    parameters,
    responses: { 200: json(messageResponse, 'It has ended') },
  })
  const storage = createRoute({
    ...common,
    method: 'get',
    path: '/admin/storage',
    summary: 'How much is stored, by whom',
    middleware: [administratorsOnly] as const,
    responses: { 200: json(dataResponse(storageSchema), 'The sizes') },
  })
  const settings = createRoute({
    ...common,
    method: 'get',
    path: '/admin/settings',
    summary: 'The settings in force, without secrets',
    middleware: [administratorsOnly] as const,
    responses: { 200: json(dataResponse(z.array(settingSchema)), 'The settings') },
  })

  return newRouter<UserEnv>()
    .openapi(mails, async (context) => context.json({ data: await operations.mails() }, 200))
    .openapi(test, async (context) => {
      const { email } = await operations.testMail(context.get('user'), context.get('client'))
      return context.json({ message: `A mail to ${email} is queued` }, 200)
    })
    .openapi(retry, async (context) => {
      await operations.retryMail(context.get('user'), context.req.param('id'))
      return context.json({ message: 'The mail is tried again' }, 200)
    })
    .openapi(removeMail, async (context) => {
      await operations.removeMail(context.get('user'), context.req.param('id'))
      return context.json({ message: 'Mail removed' }, 200)
    })
    .openapi(experiments, async (context) => context.json({ data: await operations.experiments() }, 200))
    .openapi(cancel, async (context) => {
      await operations.cancelExperiment(context.get('user'), context.req.param('id'))
      return context.json({ message: 'Experiment cancelled' }, 200)
    })
    .openapi(storage, async (context) => context.json({ data: await operations.storage() }, 200))
    .openapi(settings, async (context) => context.json({ data: operations.settings() }, 200))
}
