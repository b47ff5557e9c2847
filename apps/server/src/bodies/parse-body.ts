import { ApiError } from '../errors.ts'
import { type JsonSource, notJson, scanJson } from '../json-source.ts'

// Keeps a byte order mark, which the parser then refuses.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes, scans and parses a body. */
// biome-ignore lint/suspicious/noExplicitAny: the type of the value is unknown, as with `Request.json`.
export function parseBody(bytes: Uint8Array): { value: any; source: JsonSource } {
  const source = scanJson(decode(bytes))
  return { value: parse(source.text), source }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new ApiError('client/bad-request', { message: 'The body is not valid UTF-8.', cause })
  }
}

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw notJson(cause)
  }
}
