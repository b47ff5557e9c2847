import { createRoute } from '@hono/zod-openapi'
import {
  commentTextSchema,
  createCommentSchema,
  dataResponse,
  flowCommentsSchema,
  LIMITS,
  messageResponse,
  newCommentSchema,
  resolveCommentSchema,
} from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import type { CommentActions } from './comments.actions.ts'

const COMMENT = { ...PATH_ID, name: 'comment' } as const

export function commentRoutes({ comments, authenticate }: { comments: CommentActions; authenticate: Authenticate }) {
  const common = { tags: ['Comments'], security: [{ bearer: [] }] }
  const body = readJson({ maxBytes: LIMITS.body })
  const text = { required: true, ...json(commentTextSchema, 'The text') }
  const made = json(dataResponse(newCommentSchema), 'It is there')

  const list = createRoute({
    ...common,
    method: 'get',
    path: '/flows/{id}/comments',
    summary: 'List the comments of a flow, the oldest thread first',
    middleware: [authenticate] as const,
    parameters: [PATH_ID],
    responses: {
      200: json(dataResponse(flowCommentsSchema), 'All comments; the header `etag` names their state'),
      304: { description: 'They are as `if-none-match` says' },
    },
  })
  const create = createRoute({
    ...common,
    method: 'post',
    path: '/flows/{id}/comments',
    summary: 'Comment on a flow, or on an element of it',
    middleware: [authenticate, body] as const,
    parameters: [PATH_ID],
    request: { body: { required: true, ...json(createCommentSchema, 'The text, and what it is about') } },
    responses: { 201: made },
  })
  const answer = createRoute({
    ...common,
    method: 'post',
    path: '/flows/{id}/comments/{comment}/answers',
    summary: 'Answer in the thread that a comment started',
    middleware: [authenticate, body] as const,
    parameters: [PATH_ID, COMMENT],
    request: { body: text },
    responses: { 201: made },
  })
  const change = createRoute({
    ...common,
    method: 'patch',
    path: '/flows/{id}/comments/{comment}',
    summary: 'Change an own comment',
    middleware: [authenticate, body] as const,
    parameters: [PATH_ID, COMMENT],
    request: { body: text },
    responses: { 200: json(messageResponse, 'It is changed') },
  })
  const remove = createRoute({
    ...common,
    method: 'delete',
    path: '/flows/{id}/comments/{comment}',
    summary: 'Delete an own comment; who owns the flow deletes any',
    middleware: [authenticate] as const,
    parameters: [PATH_ID, COMMENT],
    responses: { 200: json(messageResponse, 'It is deleted') },
  })
  const resolve = createRoute({
    ...common,
    method: 'put',
    path: '/flows/{id}/comments/{comment}/resolved',
    summary: 'Resolve the thread that a comment started, or reopen it',
    middleware: [authenticate, body] as const,
    parameters: [PATH_ID, COMMENT],
    request: { body: { required: true, ...json(resolveCommentSchema, 'Whether it is resolved') } },
    responses: { 200: json(messageResponse, 'It is done') },
  })

  return newRouter<UserEnv>()
    .openapi(list, async (context) => {
      const data = await comments.list(context.get('user'), context.req.param('id'))
      const etag = await etagOf(JSON.stringify(data))
      context.header('etag', etag)
      return context.req.header('if-none-match') === etag ? context.body(null, 304) : context.json({ data }, 200)
    })
    .openapi(create, async (context) => {
      const { id: flowId } = context.req.param()
      const id = await comments.create(context.get('user'), flowId, context.req.valid('json'), context.get('client'))
      return context.json({ data: { id }, message: 'Comment added' }, 201)
    })
    .openapi(answer, async (context) => {
      const path = context.req.param()
      const id = await comments.answer(context.get('user'), path, context.req.valid('json'), context.get('client'))
      return context.json({ data: { id }, message: 'Answer added' }, 201)
    })
    .openapi(change, async (context) => {
      await comments.change(context.get('user'), context.req.param(), context.req.valid('json'), context.get('client'))
      return context.json({ message: 'Comment changed' }, 200)
    })
    .openapi(remove, async (context) => {
      await comments.remove(context.get('user'), context.req.param())
      return context.json({ message: 'Comment deleted' }, 200)
    })
    .openapi(resolve, async (context) => {
      await comments.resolve(context.get('user'), context.req.param(), context.req.valid('json'))
      return context.json({ message: 'Comment resolved or reopened' }, 200)
    })
}

/** No Node APIs here: the web app reads the types of this file. */
async function etagOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `"${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}
