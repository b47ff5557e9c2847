import type { Context, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import type { PackedAnswer } from '../packed-answer.ts'
import { acceptedEncodings } from './accepted-encodings.ts'
import { holdAnswer } from './hold-answer.ts'

const JSON_HEADERS = { 'content-type': 'application/json', vary: 'accept-encoding' }
const SLICE = 64 * 1024

/** Sends `{ data }`, whose content was validated when it was stored. */
export async function sendPacked<Data, Status extends 200 | 201>(
  context: Context,
  { gzipped, plain }: PackedAnswer,
  status: Status,
  { isHeld = false } = {},
) {
  const isCompressed = acceptedEncodings(context.req.header('accept-encoding')).has('gzip')
  const size = gzipped.byteLength
  if (!isHeld) holdAnswer(context, size)
  const headers = isCompressed ? { ...JSON_HEADERS, 'content-encoding': 'gzip' } : JSON_HEADERS
  const response =
    isCompressed && size > SLICE
      ? new Response(inSlices(gzipped), { status, headers: { ...headers, 'content-length': `${size}` } })
      : new Response(isCompressed ? gzipped : plain(), { status, headers })
  return response as unknown as TypedResponse<JSONParsed<{ data: Data }>, Status, 'json'>
}

/** As fast as they are read, so that the server sees whether they are. */
function inSlices(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.byteLength) return controller.close()
        controller.enqueue(bytes.subarray(at, at + SLICE))
        at += SLICE
      },
    },
    { highWaterMark: 0 },
  )
}
