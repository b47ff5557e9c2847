import type { MiddlewareHandler } from 'hono'
import { ApiError } from '../errors.ts'
import { notJson, scanJson } from '../json-source.ts'
import { createRoom } from './room.ts'
import type { PublicEnv } from './router.ts'

/** What Node's HTTP server hands on of a request. */
interface Connection {
  incoming?: { iterator?(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array> }
}

/** What may be worked on at once of one kind of request. */
const MOST_AT_ONCE = { requests: 200, bytes: 64 * 2 ** 20 }

/**
 * Reads a JSON body of at most `maxBytes`, refuses what must not reach a schema, and hands on the value and its text.
 * Stands after `authenticate`: what a stranger sends is not read. When too much is being worked on nothing is read at
 * all; a body takes its place when it has arrived, so that slow ones keep nobody out.
 */
export function readJson({ maxBytes }: { maxBytes: number }): MiddlewareHandler<PublicEnv> {
  const room = createRoom(MOST_AT_ONCE)
  return async (context, next) => {
    const { req } = context
    const mediaType = req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
    const encoding = req.header('content-encoding')
    if (mediaType !== 'application/json' || (encoding && encoding !== 'identity')) {
      throw new ApiError('client/unsupported-type')
    }
    room.check(Math.min(Number(req.header('content-length') ?? 1), maxBytes))
    const bytes = await readBytes(req.raw, (context.env as Connection | undefined)?.incoming, maxBytes)
    const leave = room.enter(bytes.byteLength)
    try {
      const text = decode(bytes)
      const source = scanJson(text)
      const value = parse(text)
      // The schema's validator asks for it here and must not parse it once more.
      req.json = () => Promise.resolve(value)
      context.set('source', source)
      await next()
    } finally {
      leave()
    }
  }
}

async function readBytes(request: Request, incoming: Connection['incoming'], maxBytes: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length')
  if (announced !== null) {
    if (Number(announced) > maxBytes) throw tooLarge(maxBytes)
    return new Uint8Array(await request.arrayBuffer().catch(cutShort))
  }
  // A web stream over Node's would copy each chunk; Node's own must outlive the refusal, for the answer's sake.
  const source = incoming?.iterator?.({ destroyOnReturn: false }) ?? request.body
  return source ? readStream(source, maxBytes) : new Uint8Array()
}

function cutShort(cause: unknown): never {
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
    cutShort(cause)
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

/** The body is left unread, so the connection cannot serve another request. */
function tooLarge(maxBytes: number): ApiError {
  return new ApiError('client/too-large', {
    message: `The request is too large: at most ${maxBytes / 1024} KiB are accepted.`,
    headers: { connection: 'close' },
  })
}

// A byte order mark is kept, for the parser to refuse as the text that it is not.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new ApiError('client/bad-request', { message: 'The body is not valid UTF-8.', cause })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what was sent is of no known type, as with `Request.json`.
function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw notJson(cause)
  }
}
