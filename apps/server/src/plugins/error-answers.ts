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

interface ErrorAnswerOptions {
  isOutage: (error: unknown) => boolean
  logger: Logger
}

/** Turns whatever was thrown into the one error body; what nobody expected is logged and says nothing of itself. */
export function answerErrors({ isOutage, logger }: ErrorAnswerOptions): ErrorHandler {
  return (error, context) => {
    const { status, message, errors, headers } = toApiError(error, { isOutage, logger })
    const body: ErrorBody = { message, ...(errors && { errors }) }
    return context.json(body, status, { ...headers, 'content-type': 'application/json; charset=utf-8' })
  }
}

function toApiError(error: Error, { isOutage, logger }: ErrorAnswerOptions): ApiError {
  if (error instanceof ApiError) return error
  if (isOutage(error)) {
    logger.error({ error }, 'the database does not serve')
    return new ApiError('api/busy', { headers: { 'retry-after': '5' } })
  }
  const code = error instanceof HTTPException ? CODE_BY_STATUS[error.status] : undefined
  if (code) return new ApiError(code)
  logger.error({ error }, 'a request failed unexpectedly')
  return new ApiError('api/server-error')
}
