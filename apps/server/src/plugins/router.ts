import { OpenAPIHono, type z } from '@hono/zod-openapi'
import type { ApiErrorCode } from '@plimsoll/contract'
import type { Env, MiddlewareHandler } from 'hono'
import type { BodySource } from '../bodies/body-source.ts'
import { schemaError } from '../errors.ts'
import type { Client, SignedInUser } from '../requester.ts'
import type { Traffic } from '../traffic.ts'

export interface PublicEnv extends Env {
  Variables: { client: Client; traffic: Traffic; source: BodySource }
}

export interface UserEnv extends Env {
  Variables: { client: Client; traffic: Traffic; user: SignedInUser; source: BodySource }
}

/** The middleware of routes for signed-in users. */
export type Authenticate = MiddlewareHandler<UserEnv>

/** The id in a path. Without a schema, because any text is valid and checking would cost every request. */
export const PATH_ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const

/** A router that refuses invalid requests with `faultCode` and a message per field. */
export function newRouter<RouterEnv extends Env = PublicEnv>(faultCode: ApiErrorCode = 'validation/error') {
  return new OpenAPIHono<RouterEnv>({
    defaultHook: (result) => {
      if (!result.success) throw schemaError(result.error, faultCode)
    },
  })
}

/** Declares the JSON body of a request or response. */
export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } } as const
}
