import type { Env, Handler, Hono } from 'hono'
import { ApiError } from '../errors.ts'

export const refuseUnknownPath: Handler = () => {
  throw new ApiError('resource/not-found')
}

/** Responds with 405 and the allowed methods. */
export function refuseMethod(allowed: Iterable<string>): Handler {
  const headers = { allow: [...allowed].join(', ') }
  return () => {
    throw new ApiError('client/method-not-allowed', { headers })
  }
}

/** For each path that was added before, refuses the methods without a route. */
export function refuseOtherMethods<AppEnv extends Env>(app: Hono<AppEnv>): void {
  const methodsByPath = new Map<string, Set<string>>()
  for (const { path, method } of app.routes) {
    if (method === 'ALL') continue
    const methods = methodsByPath.get(path) ?? new Set()
    methods.add(method)
    if (method === 'GET') methods.add('HEAD')
    methodsByPath.set(path, methods)
  }
  for (const [path, methods] of methodsByPath) app.all(path, refuseMethod(methods))
}
