import type { ErrorBody } from '@plimsoll/contract'
import type { ApplyGlobalResponse } from 'hono/client'
import type { apiRoutes } from './routes.ts'

type ErrorAnswers = {
  [status in 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503]: { json: ErrorBody }
}

/** The API as `hc<Api>` wants it: each route's success, and the one error body for everything else. */
export type Api = ApplyGlobalResponse<ReturnType<typeof apiRoutes>, ErrorAnswers>
