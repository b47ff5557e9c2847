const UNAUTHORIZED = 'Please log in to continue.'

/** Every error of the API: code, HTTP status and the message for users. */
export const API_ERRORS = {
  'auth/unauthorized': { status: 401, message: UNAUTHORIZED },
  'auth/invalid-credentials': { status: 401, message: 'Invalid email or password.' },
  'auth/email-unverified': { status: 403, message: 'Your email is not verified yet. Please check your inbox.' },
  'auth/password-held': {
    status: 403,
    message:
      'Open the link of your verification email again to confirm this password, or choose another by “Forgot password?”.',
  },
  'auth/email-already-in-use': { status: 400, message: 'A user already exists with this email address.' },
  'auth/invalid-reset-token': { status: 400, message: 'This is an invalid or expired reset link.' },
  'auth/account-disabled': {
    status: 403,
    message: 'This account is disabled. Ask your administrator.',
  },
  'auth/forbidden': { status: 403, message: 'You are not allowed to do this.' },
  'auth/token-scope': { status: 403, message: 'This API token may not do this.' },
  'auth/second-factor': { status: 403, message: 'This account asks for a second factor.' },
  'auth/wrong-code': { status: 403, message: 'This code is wrong, or was used before.' },
  'auth/confirmation': { status: 403, message: 'Confirm that it is you, and try again.' },
  'auth/invalid-passkey': { status: 401, message: 'This passkey cannot be used here. Log in another way.' },
  'auth/demo-account': { status: 403, message: 'A demo account cannot do this. Register for an account of your own.' },
  'auth/demo-full': {
    status: 503,
    message: 'Too many demos are open. Please try again later, or register for an account of your own.',
  },
  'auth/registration-off': { status: 403, message: 'Registration is off here. Ask your administrator for an account.' },
  'auth/single-sign-on-only': { status: 403, message: 'Passwords are off here. Use single sign-on.' },
  'auth/outbox-secret': {
    status: 403,
    message: 'Open the outbox by the address that the server printed when it started.',
  },
  'auth/link-password': { status: 403, message: 'This link needs a password.' },
  'profile/incorrect-password': { status: 400, message: 'You entered an incorrect current password.' },
  'profile/invalid-passkey': { status: 400, message: 'This passkey cannot be used. Please try again.' },
  'validation/error': { status: 400, message: 'Some fields need your attention.' },
  'validation/flow': { status: 422, message: 'The flow cannot be saved as it is.' },
  'validation/number': { status: 422, message: 'A number is out of range.' },
  'validation/key-reused': { status: 422, message: 'This Idempotency-Key was used for another flow.' },
  'validation/quota': { status: 422, message: 'Your library is full. Remove a flow to make room.' },
  'validation/storage': {
    status: 422,
    message: 'You have used all the storage that you may. Remove flows or experiments.',
  },
  'validation/demo-quota': {
    status: 422,
    message: 'The demo has no room for this. Remove a flow, or register for an account of your own.',
  },
  'validation/experiment': { status: 422, message: 'The experiment cannot be run as it is.' },
  'validation/experiments-open': {
    status: 422,
    message: 'Too many of your experiments wait or run. Remove one, or wait until one is done.',
  },
  'validation/shared-flows': {
    status: 422,
    message: 'Some of your flows are shared with others. Decide for each who gets it.',
  },
  'validation/teams': {
    status: 422,
    message: 'You are the last owner of some teams. Decide for each who owns it.',
  },
  'client/bad-request': { status: 400, message: 'The request cannot be understood.' },
  'resource/not-found': { status: 404, message: 'Not found.' },
  'auth/bad-link': { status: 400, message: 'This link is not good any more. Ask for another one.' },
  'resource/conflict': { status: 409, message: 'This flow was changed elsewhere since you opened it.' },
  'client/method-not-allowed': { status: 405, message: 'This address does not answer to that method.' },
  'client/timeout': { status: 408, message: 'The request took too long to arrive.' },
  'client/too-many-requests': { status: 429, message: 'Too many attempts. Please wait before you try again.' },
  'client/too-large': { status: 413, message: 'The request is too large.' },
  'client/unsupported-type': { status: 415, message: 'Send the request as application/json.' },
  'client/headers-too-large': { status: 431, message: 'The headers of the request are too large.' },
  'api/server-error': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  'api/flow-damaged': {
    status: 500,
    message: 'This flow is damaged where it is stored, so it is not shown. Ask your administrator to restore a backup.',
  },
  'api/damaged': {
    status: 500,
    message: 'The database of this server is damaged. Ask your administrator to restore a backup.',
  },
  'api/busy': { status: 503, message: 'The server is busy. Please try again in a moment.' },
  'api/storage-full': { status: 507, message: 'The server has no room left to save this. Nothing was changed.' },
  'api/not-ready': { status: 503, message: 'The server is not ready.' },
} as const

export type ApiErrorCode = keyof typeof API_ERRORS

/** The error types that a client distinguishes. */
export const CLIENT_ERROR_TYPES = [
  'auth/unauthorized',
  'auth/token-expired',
  'auth/invalid-credentials',
  'auth/email-unverified',
  'auth/email-already-in-use',
  'auth/invalid-reset-token',
  'auth/forbidden',
  'profile/incorrect-password',
  'validation/error',
  'api/server-error',
  'api/connection-error',
  'api/timeout-error',
  'resource/not-found',
  'resource/conflict',
  'client/bad-request',
  'general/unknown-error',
] as const

export type ClientErrorType = (typeof CLIENT_ERROR_TYPES)[number]

/** An error for display; `errors` maps fields to their messages. */
export interface ClientError {
  type: ClientErrorType
  message: string
  errors?: Record<string, string>
}

export const CONNECTION_ERROR: ClientError = { type: 'api/connection-error', message: 'Could not connect to server' }
/** Apart from the table of the API's errors, which a browser does without. */
export const UNAUTHORIZED_ERROR: ClientError = { type: 'auth/unauthorized', message: UNAUTHORIZED }
export const TIMEOUT_ERROR: ClientError = { type: 'api/timeout-error', message: 'Request timed out' }
export const UNKNOWN_ERROR: ClientError = { type: 'general/unknown-error', message: 'An unexpected error occurred' }

/** An error response as far as it could be parsed. */
export interface ErrorResponse {
  status: number
  message?: string | undefined
  errors?: Record<string, string> | undefined
}

/** Maps an error response to a client error: by status and, for 400 and 403, by message. See docs/decisions/0015. */
export function toClientError({ status, message, errors }: ErrorResponse): ClientError {
  return {
    type: clientErrorType(status, message?.toLowerCase() ?? '', errors),
    message: message || UNKNOWN_ERROR.message,
    ...(errors && { errors }),
  }
}

const TYPE_BY_STATUS: Record<number, ClientErrorType> = {
  401: 'auth/unauthorized',
  404: 'resource/not-found',
  409: 'resource/conflict',
  422: 'validation/error',
  500: 'api/server-error',
  502: 'api/server-error',
  503: 'api/server-error',
  504: 'api/server-error',
  507: 'api/server-error',
}

const TYPE_BY_MESSAGE_OF_400 = [
  ['user already exists', 'auth/email-already-in-use'],
  ['invalid or expired reset link', 'auth/invalid-reset-token'],
  ['incorrect current password', 'profile/incorrect-password'],
] as const satisfies (readonly [string, ClientErrorType])[]

function clientErrorType(status: number, text: string, errors: ErrorResponse['errors']): ClientErrorType {
  if (status === 400) {
    const match = TYPE_BY_MESSAGE_OF_400.find(([part]) => text.includes(part))
    if (match) return match[1]
    return errors && Object.keys(errors).length > 0 ? 'validation/error' : 'client/bad-request'
  }
  if (status === 403) return text.includes('verified') ? 'auth/email-unverified' : 'auth/forbidden'
  return TYPE_BY_STATUS[status] ?? 'general/unknown-error'
}
