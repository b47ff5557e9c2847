import { API_ERRORS, type ApiErrorCode } from '@plimsoll/contract'

interface ApiErrorDetails {
  /** Replaces the code's default message. */
  message?: string
  /** Maps a field, or a path in a flow, to its fault. */
  errors?: Record<string, string>
  headers?: Record<string, string>
  cause?: unknown
}

/** An error with an HTTP response; the error handler sends it. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: (typeof API_ERRORS)[ApiErrorCode]['status']
  readonly errors: Record<string, string> | undefined
  readonly headers: Record<string, string>

  constructor(code: ApiErrorCode, { message, errors, headers = {}, cause }: ApiErrorDetails = {}) {
    super(message ?? API_ERRORS[code].message, { cause })
    this.name = 'ApiError'
    this.code = code
    this.status = API_ERRORS[code].status
    this.errors = errors
    this.headers = headers
  }
}
