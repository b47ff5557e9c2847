import {
  type ClientError,
  CONNECTION_ERROR,
  TIMEOUT_ERROR,
  toClientError,
  UNAUTHORIZED_ERROR,
  UNKNOWN_ERROR,
} from '@plimsoll/contract'
import type { Api } from '@plimsoll/server/api'
import { type ClientResponse, hc } from 'hono/client'
import type { SuccessStatusCode } from 'hono/utils/http-status'
import { loseSession, useSession } from '../../stores/session.ts'
import { patienceFor } from './patience.ts'

const patienceForFilesMs = 300_000

/** A request that failed, in the specification's terms. Features decide what to show; nothing here navigates or toasts. */
export class RequestError extends Error implements ClientError {
  override readonly name = 'RequestError'
  readonly type: ClientError['type']
  readonly errors: Record<string, string>
  /** Of the answer; absent when there was none. */
  readonly status: number | undefined

  constructor({ type, message, errors = {} }: ClientError, status?: number) {
    super(message)
    this.status = status
    this.type = type
    this.errors = errors
  }
}

/** The session that asked is over: whoever is there now did not ask, and is told nothing. */
export class SessionOverError extends RequestError {
  constructor() {
    super(UNAUTHORIZED_ERROR)
  }
}

/** What to show for anything that was thrown. */
export function asRequestError(error: unknown): RequestError {
  return error instanceof RequestError ? error : new RequestError(UNKNOWN_ERROR)
}

/** The server's API, typed from its code. Await its calls through `answer`. */
export const { api } = hc<Api>(location.origin, { fetch: send })

/** The same for answers that may be large and slow. */
export const { api: patientApi } = hc<Api>(location.origin, {
  fetch: (input: RequestInfo | URL, init?: RequestInit) => send(input, init, patienceForFilesMs),
})

type Success<Response> =
  Response extends ClientResponse<infer Body, infer Status, 'json'>
    ? Status extends SuccessStatusCode
      ? Body
      : never
    : never

/**
 * The body of a successful answer. Throws `RequestError` for every other outcome, and the abort of a cancelled call. An answer that
 * arrives after its session ended is none: what it would change belongs to another user by then.
 */
export function answer<Response extends ClientResponse<unknown, number, 'json'>>(
  pending: Promise<Response>,
): Promise<Success<Response>> {
  return readAnswer(pending, (response) => response.json() as Promise<Success<Response>>)
}

/** The same for an answer whose body is read in another way. */
export async function readAnswer<Response extends ClientResponse<unknown, number, string>, Body>(
  pending: Promise<Response>,
  bodyOf: (response: Response) => Promise<Body>,
): Promise<Body> {
  // Called in the same step as the call that it awaits: this is the token that was sent.
  const { token } = useSession.getState()
  const isSessionOver = () => token !== null && token !== useSession.getState().token
  try {
    const body = await bodyOf(await pending)
    if (isSessionOver()) throw new SessionOverError()
    return body
  } catch (error) {
    if (isName(error, 'AbortError')) throw error
    if (isSessionOver()) throw new SessionOverError()
    throw error instanceof RequestError ? error : unanswered(error)
  }
}

async function send(
  input: RequestInfo | URL,
  init: RequestInit = {},
  patience = patienceFor(init.body),
): Promise<Response> {
  const headers = new Headers(init.headers)
  // A call that names its own token, as logout does, is not the present session's.
  const token = headers.has('authorization') ? null : useSession.getState().token
  if (token) headers.set('authorization', `Bearer ${token}`)
  const timeout = AbortSignal.timeout(patience)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout

  const response = await fetch(input, { ...init, headers, signal })
  if (response.ok || response.status === 304) return response
  const body = await errorBody(response)
  if (response.status === 401 && token) loseSession(token, body.message)
  throw new RequestError(toClientError({ status: response.status, ...body }), response.status)
}

async function errorBody(response: Response): Promise<{ message?: string; errors?: Record<string, string> }> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return {}
  const { message, errors } = body as Record<string, unknown>
  return {
    ...(typeof message === 'string' && { message }),
    ...(isTexts(errors) && { errors }),
  }
}

function isTexts(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')
}

function unanswered(error: unknown): RequestError {
  return new RequestError(isName(error, 'TimeoutError') ? TIMEOUT_ERROR : CONNECTION_ERROR)
}

function isName(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name
}
