import { LIMITS } from '@plimsoll/contract'
import type { Context, MiddlewareHandler } from 'hono'
import type { BodyForm } from '../bodies/body-source.ts'
import { parseBody } from '../bodies/parse-body.ts'
import type { Reservation } from '../byte-budget.ts'
import { ApiError } from '../errors.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import type { PublicEnv } from './router.ts'
import { senderOf } from './sender-of.ts'

/** The request that Node's HTTP server passes on. */
interface Connection {
  incoming?: { iterator?(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array> }
}

/** How much of one kind of request may be in progress at once. */
const MAX_IN_FLIGHT = { requests: 200, bytes: 64 * 2 ** 20 }

/** Above this a body is checked in a process of its own. */
const LARGE = 256 * 1024

interface Options {
  maxBytes: number
  /** What is checked of a large body. */
  form?: BodyForm
}

/**
 * Reads and scans a JSON body of at most `maxBytes`. Comes after `authenticate`, so that bodies of strangers are not read.
 * Under overload nothing is read; a small body counts from when it has arrived, so that slow senders block nobody. The bytes of
 * others are reserved when they begin, of each user and of all. See docs/decisions/0290.
 */
export function readJson({ maxBytes, form }: Options): MiddlewareHandler<PublicEnv> {
  const limit = createConcurrencyLimit(MAX_IN_FLIGHT)
  return async (context, next) => {
    const { req } = context
    const mediaType = req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
    const encoding = req.header('content-encoding')
    if (mediaType !== 'application/json' || (encoding && encoding !== 'identity')) {
      throw new ApiError('client/unsupported-type')
    }
    const announced = Number(req.header('content-length') ?? 0)
    if (announced > maxBytes) throw tooLarge(maxBytes)
    limit.check(announced)
    const reserved = maxBytes > LIMITS.body ? reserve(context, announced) : undefined
    let release: (() => void) | undefined
    try {
      const incoming = (context.env as Connection | undefined)?.incoming
      const bytes = await readBytes(req.raw, incoming, { maxBytes, reserved })
      release = limit.acquire(bytes.byteLength)
      const { value, source } =
        form && bytes.byteLength > LARGE
          ? await context.get('traffic').check(form, bytes, senderOf(context))
          : parseBody(bytes)
      // The validator reads the body here; it must not be parsed again.
      req.json = () => Promise.resolve(value)
      context.set('source', source)
      await next()
    } finally {
      release?.()
      reserved?.release()
    }
  }
}

/** Closes the connection when there is no room, because the body is not read. */
function reserve(context: Context<PublicEnv>, bytes: number): Reservation {
  try {
    return context.get('traffic').bodies.reserve(senderOf(context), bytes)
  } catch (error) {
    throw closing(error)
  }
}

interface Bounds {
  maxBytes: number
  reserved: Reservation | undefined
}

async function readBytes(request: Request, incoming: Connection['incoming'], { maxBytes, reserved }: Bounds) {
  const contentLength = request.headers.get('content-length')
  const length = Number(contentLength)
  if (contentLength !== null && length <= LARGE)
    return new Uint8Array(await request.arrayBuffer().catch(throwIncomplete))
  // Node's stream avoids copies. It must stay open after a refusal, so that the response can be sent.
  const source = incoming?.iterator?.({ destroyOnReturn: false }) ?? request.body
  if (!source) return new Uint8Array()
  return contentLength === null ? readStream(source, { maxBytes, reserved }) : fill(new Uint8Array(length), source)
}

/** Its memory is taken as it arrives. */
async function fill(bytes: Uint8Array<ArrayBuffer>, source: AsyncIterable<Uint8Array>) {
  let size = 0
  try {
    for await (const chunk of source) {
      bytes.set(chunk, size)
      size += chunk.byteLength
    }
  } catch (cause) {
    throwIncomplete(cause)
  }
  return size === bytes.byteLength ? bytes : throwIncomplete(undefined)
}

function throwIncomplete(cause: unknown): never {
  throw new ApiError('client/bad-request', { message: 'The body did not arrive whole.', cause })
}

/** Into memory that grows as it arrives. That of a refused body is given back at once, and not when it is collected. */
async function readStream(source: AsyncIterable<Uint8Array>, { maxBytes, reserved }: Bounds) {
  const memory = new ArrayBuffer(0, { maxByteLength: maxBytes })
  const bytes = new Uint8Array(memory)
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > maxBytes) break
      reserved?.grow(chunk.byteLength)
      memory.resize(size)
      bytes.set(chunk, size - chunk.byteLength)
    }
  } catch (cause) {
    memory.resize(0)
    if (cause instanceof ApiError) throw closing(cause)
    throwIncomplete(cause)
  }
  if (size <= maxBytes) return new Uint8Array(memory.transferToFixedLength())
  memory.resize(0)
  throw tooLarge(maxBytes)
}

function closing(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  return new ApiError(error.code, { ...error, headers: { ...error.headers, connection: 'close' } })
}

/** Closes the connection, because the rest of the body is not read. */
function tooLarge(maxBytes: number): ApiError {
  return new ApiError('client/too-large', {
    message: `The request is too large: at most ${maxBytes / 1024} KiB are accepted.`,
    headers: { connection: 'close' },
  })
}
