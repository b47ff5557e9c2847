import type { MiddlewareHandler } from 'hono'
import { ApiError } from '../errors.ts'
import { notJson, scanJson } from '../json-source.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import type { PublicEnv } from './router.ts'

/** The request that Node's HTTP server passes on. */
interface Connection {
  incoming?: { iterator?(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array> }
}

/** How much of one kind of request may be in progress at once. */
const MAX_IN_FLIGHT = { requests: 200, bytes: 64 * 2 ** 20 }

/**
 * Reads and scans a JSON body of at most `maxBytes`. Comes after `authenticate`, so that bodies of strangers are not read.
 * Under overload nothing is read; a body counts from when it has arrived, so that slow senders block nobody.
 */
export function readJson({ maxBytes }: { maxBytes: number }): MiddlewareHandler<PublicEnv> {
  const limit = createConcurrencyLimit(MAX_IN_FLIGHT)
  return async (context, next) => {
    const { req } = context
    const mediaType = req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
    const encoding = req.header('content-encoding')
    if (mediaType !== 'application/json' || (encoding && encoding !== 'identity')) {
      throw new ApiError('client/unsupported-type')
    }
    limit.check(Math.min(Number(req.header('content-length') ?? 1), maxBytes))
    const bytes = await readBytes(req.raw, (context.env as Connection | undefined)?.incoming, maxBytes)
    const release = limit.acquire(bytes.byteLength)
    try {
      const text = decode(bytes)
      const source = scanJson(text)
      const value = parse(text)
      // The validator reads the body here; it must not be parsed again.
      req.json = () => Promise.resolve(value)
      context.set('source', source)
      await next()
    } finally {
      release()
    }
  }
}

async function readBytes(request: Request, incoming: Connection['incoming'], maxBytes: number): Promise<Uint8Array> {
  const contentLength = request.headers.get('content-length')
  if (contentLength !== null) {
    if (Number(contentLength) > maxBytes) throw tooLarge(maxBytes)
    return new Uint8Array(await request.arrayBuffer().catch(throwIncomplete))
  }
  // Node's stream avoids copies. It must stay open after a refusal, so that the response can be sent.
  const source = incoming?.iterator?.({ destroyOnReturn: false }) ?? request.body
  return source ? readStream(source, maxBytes) : new Uint8Array()
}

function throwIncomplete(cause: unknown): never {
  throw new ApiError('client/bad-request', { message: 'The body did not arrive whole.', cause })
}

async function readStream(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throwIncomplete(cause)
  }
  if (size > maxBytes) throw tooLarge(maxBytes)
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

/** Closes the connection, because the rest of the body is not read. */
function tooLarge(maxBytes: number): ApiError {
  return new ApiError('client/too-large', {
    message: `The request is too large: at most ${maxBytes / 1024} KiB are accepted.`,
    headers: { connection: 'close' },
  })
}

// Keeps a byte order mark, which the parser then refuses.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new ApiError('client/bad-request', { message: 'The body is not valid UTF-8.', cause })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the type of the value is unknown, as with `Request.json`.
function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw notJson(cause)
  }
}
