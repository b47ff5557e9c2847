import type { ApiErrorCode, ErrorBody } from '@plimsoll/contract'
import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ApiError } from '../errors.ts'
import type { Logger } from '../logger.ts'

const CODE_BY_STATUS: Partial<Record<number, ApiErrorCode>> = {
  400: 'client/bad-request',
  401: 'auth/unauthorized',
  403: 'auth/forbidden',
  404: 'resource/not-found',
  405: 'client/method-not-allowed',
  408: 'client/timeout',
  413: 'client/too-large',
  415: 'client/unsupported-type',
}

/** The response to each fault of the database; `retryAfter` in seconds. */
const RESPONSE_TO_FAULT = {
  outage: { code: 'api/busy', retryAfter: '5' },
  busy: { code: 'api/busy', retryAfter: '1' },
  full: { code: 'api/storage-full', retryAfter: '5' },
  damaged: { code: 'api/damaged', retryAfter: undefined },
} as const satisfies Record<string, { code: ApiErrorCode; retryAfter: string | undefined }>

interface ErrorHandlerOptions {
  /** The fault of the database that an error stands for; undefined for any other error. */
  faultOf: (error: unknown) => keyof typeof RESPONSE_TO_FAULT | undefined
  logger: Logger
}

/** Converts every error to the error body. Unexpected errors are logged, and their response has no details. See docs/decisions/0015. */
export function handleErrors({ faultOf, logger }: ErrorHandlerOptions): ErrorHandler {
  return (error, context) => {
    const { status, message, errors, headers } = toApiError(error, { faultOf, logger })
    const body: ErrorBody = { message, ...(errors && { errors }) }
    return context.json(body, status, { ...headers, 'content-type': 'application/json; charset=utf-8' })
  }
}

function toApiError(error: Error, { faultOf, logger }: ErrorHandlerOptions): ApiError {
  if (error instanceof ApiError) {
    if (error.code === 'api/flow-damaged') logger.error('a stored flow is damaged: `plimsoll admin check` tells which')
    return error
  }
  const fault = faultOf(error)
  if (fault) {
    // Overload is visible in the request log; other faults need the operator.
    if (fault !== 'busy') logger.error({ error, fault }, 'the database does not serve')
    const { code, retryAfter } = RESPONSE_TO_FAULT[fault]
    return new ApiError(code, { headers: { ...(retryAfter && { 'retry-after': retryAfter }) } })
  }
  const code = error instanceof HTTPException ? CODE_BY_STATUS[error.status] : undefined
  if (code) return new ApiError(code)
  logger.error({ error }, 'a request failed unexpectedly')
  return new ApiError('api/server-error')
}
