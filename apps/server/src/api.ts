import type { API_ERRORS, ApiErrorCode, ErrorBody } from '@plimsoll/contract'
import type { ApplyGlobalResponse } from 'hono/client'
import type { apiRoutes } from './routes.ts'

type ErrorResponses = { [status in (typeof API_ERRORS)[ApiErrorCode]['status']]: { json: ErrorBody } }

/** The API's type for `hc<Api>`: the success response of each route, and the error body for every error status. */
export type Api = ApplyGlobalResponse<ReturnType<typeof apiRoutes>, ErrorResponses>
