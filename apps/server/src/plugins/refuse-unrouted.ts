import type { Env, Handler, Hono } from 'hono'
import { ApiError } from '../errors.ts'

export const refuseUnknownPath: Handler = () => {
  throw new ApiError('resource/not-found')
}

/** Answers 405 and names the methods there are. */
export function refuseMethod(allowed: Iterable<string>): Handler {
  const headers = { allow: [...allowed].join(', ') }
  return () => {
    throw new ApiError('client/method-not-allowed', { headers })
  }
}

/** Refuses, on each path that `app` has by now, the methods that the path does not have. */
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
