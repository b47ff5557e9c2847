import type { API_ERRORS, ApiErrorCode, ErrorBody } from '@plimsoll/contract'
import type { ApplyGlobalResponse } from 'hono/client'
import type { apiRoutes } from './routes.ts'

type ErrorAnswers = { [status in (typeof API_ERRORS)[ApiErrorCode]['status']]: { json: ErrorBody } }

/** The API as `hc<Api>` wants it: each route's success, and the one error body for everything else. */
export type Api = ApplyGlobalResponse<ReturnType<typeof apiRoutes>, ErrorAnswers>
