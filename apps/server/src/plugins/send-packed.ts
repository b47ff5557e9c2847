import type { Context, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import type { PackedAnswer } from '../packed-answer.ts'
import { acceptedEncodings } from './accepted-encodings.ts'

const JSON_HEADERS = { 'content-type': 'application/json', vary: 'accept-encoding' }

/** Sends `{ data }`, whose content was validated when it was stored. */
export async function sendPacked<Data, Status extends 200 | 201>(
  context: Context,
  { gzipped, plain }: PackedAnswer,
  status: Status,
) {
  const isCompressed = acceptedEncodings(context.req.header('accept-encoding')).has('gzip')
  const headers = isCompressed ? { ...JSON_HEADERS, 'content-encoding': 'gzip' } : JSON_HEADERS
  const response = new Response(isCompressed ? gzipped : await plain(), { status, headers })
  return response as unknown as TypedResponse<JSONParsed<{ data: Data }>, Status, 'json'>
}
