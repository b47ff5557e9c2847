import { OpenAPIHono, type z } from '@hono/zod-openapi'
import type { ApiErrorCode } from '@plimsoll/contract'
import type { Context, Env, MiddlewareHandler, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import { ApiError } from '../errors.ts'
import type { JsonSource } from './json-source.ts'

/** Who is asking: set by `authenticate`. */
export interface SignedInUser {
  id: string
  sessionId: string
}

export interface PublicEnv extends Env {
  Variables: { source: JsonSource }
}

export interface UserEnv extends Env {
  Variables: { user: SignedInUser; source: JsonSource }
}

/** What stands before the routes of signed-in users. */
export type Authenticate = MiddlewareHandler<UserEnv>

/** A router whose requests fail with `faultCode` and a message per field when they do not fit their schema. */
export function newRouter<RouterEnv extends Env = PublicEnv>(faultCode: ApiErrorCode = 'validation/error') {
  return new OpenAPIHono<RouterEnv>({
    defaultHook: (result) => {
      if (!result.success) throw new ApiError(faultCode, { errors: faultsByPath(result.error) })
    },
  })
}

function faultsByPath(error: z.core.$ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of error.issues) {
    errors[path.join('.')] ??= message
  }
  return errors
}

/** A JSON body, asked for or answered, as a route declares it. */
export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } } as const
}

/** An answer whose JSON text exists already. */
export function jsonText<Body, Status extends 200 | 201>(context: Context, text: string, status: Status) {
  return context.body(text, status, { 'content-type': 'application/json; charset=utf-8' }) as unknown as TypedResponse<
    JSONParsed<Body>,
    Status,
    'json'
  >
}
