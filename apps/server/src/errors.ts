import { API_ERRORS, type ApiErrorCode } from '@plimsoll/contract'

interface ApiErrorDetails {
  /** Replaces the code's default message. */
  message?: string
  /** Maps a field, or a path in a flow, to its fault. */
  errors?: Record<string, string> | undefined
  headers?: Record<string, string>
  cause?: unknown
}

interface SchemaFault {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
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

/** What the check of a schema found, by field. */
export function schemaError({ issues }: SchemaFault, faultCode: ApiErrorCode): ApiError {
  const isWhole = issues.some(({ path }) => path.length === 0)
  if (isWhole) return new ApiError('client/bad-request', { message: 'The body must be a JSON object.' })
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.join('.')] ??= message
  return new ApiError(faultCode, { errors })
}
