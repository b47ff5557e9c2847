import { API_ERRORS, type ApiErrorCode } from '@plimsoll/contract'

interface ApiErrorDetails {
  /** Said instead of the code's own message. */
  message?: string
  /** Field, or path in a flow → what is wrong with it. */
  errors?: Record<string, string>
  headers?: Record<string, string>
  cause?: unknown
}

/** A request that cannot be answered as wished; the one error handler turns it into its answer. */
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
