import { API_ERRORS, CLIENT_ERROR_TYPES, CONNECTION_ERROR, TIMEOUT_ERROR, toClientError } from '@plimsoll/contract'
import { describe, expect, it } from 'vitest'

describe('errors', () => {
  it.each([
    [400, 'A User Already Exists with this email', 'auth/email-already-in-use'],
    [400, 'Invalid or expired reset link', 'auth/invalid-reset-token'],
    [400, 'Incorrect current password', 'profile/incorrect-password'],
    [400, 'Something else', 'client/bad-request'],
    [401, 'Invalid email or password.', 'auth/unauthorized'],
    [403, 'Your email is not Verified yet', 'auth/email-unverified'],
    [403, 'Not for you', 'auth/forbidden'],
    [404, '', 'resource/not-found'],
    [409, '', 'resource/conflict'],
    [422, '', 'validation/error'],
    [500, '', 'api/server-error'],
    [502, '', 'api/server-error'],
    [503, '', 'api/server-error'],
    [504, '', 'api/server-error'],
    [507, '', 'api/server-error'],
    [413, 'Too large', 'general/unknown-error'],
    [429, 'Slow down', 'general/unknown-error'],
    [418, '', 'general/unknown-error'],
  ])('[API-31] a %i with "%s" is the client error %s', (status, message, type) => {
    const error = toClientError({ status, message })
    expect(error.type).toBe(type)
    expect(error.message).toBe(message || 'An unexpected error occurred')
  })

  it('[API-31] a 400 with messages for fields is a validation error that carries them', () => {
    const errors = { email: 'Email is required' }
    expect(toClientError({ status: 400, message: 'Wrong', errors })).toEqual({
      type: 'validation/error',
      message: 'Wrong',
      errors,
    })
    expect(toClientError({ status: 400, message: 'Wrong', errors: {} }).type).toBe('client/bad-request')
  })

  it('[API-31] a missing response is a timeout or a connection error', () => {
    expect(TIMEOUT_ERROR).toEqual({ type: 'api/timeout-error', message: 'Request timed out' })
    expect(CONNECTION_ERROR).toEqual({ type: 'api/connection-error', message: 'Could not connect to server' })
  })

  it('[API-31] every API error whose code is a client error type maps to that type', () => {
    const shared = Object.entries(API_ERRORS).filter(([code]) => CLIENT_ERROR_TYPES.some((type) => type === code))
    const mapped = shared.map(([code, { status, message }]) => [code, toClientError({ status, message }).type])
    // These depend on the request: a login, and a form with messages for its fields.
    const exceptions = ['auth/invalid-credentials', 'validation/error']
    for (const [code, type] of mapped) if (!exceptions.includes(String(code))) expect(type).toBe(code)
    expect(mapped.length).toBeGreaterThan(8)
  })
})
