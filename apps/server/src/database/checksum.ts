import { hash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

/** What Node writes: ten bytes, of which the fourth says that no fields follow. */
const HEADER = 10
const FLAGS_AT = 3
const WITH_FIELDS = 4
/** The length of the fields, the name of the one, its length, and SHA-256 of all that follows it. See RFC 1952. */
const DIGEST = 32
const FIELD_HEAD = Buffer.from([DIGEST + 4, 0, ...Buffer.from('Pl'), DIGEST, 0])
const CONTENT_AT = HEADER + FIELD_HEAD.length + DIGEST

/** How many bytes a checksum adds. */
export const CHECKSUM_BYTES = CONTENT_AT - HEADER

const digestOf = (content: Uint8Array) => hash('sha256', content, 'buffer')

/** Adds a checksum to gzip data, in a field of its header that every reader of gzip skips. See docs/decisions/0300. */
export function withChecksum(packed: Bytes): Buffer<ArrayBuffer> {
  const header = Buffer.from(packed.subarray(0, HEADER))
  header[FLAGS_AT] = WITH_FIELDS
  const content = packed.subarray(HEADER)
  return Buffer.concat([header, FIELD_HEAD, digestOf(content), content])
}

export function hasChecksum(packed: Bytes): boolean {
  const fieldAt = packed.subarray(HEADER, HEADER + FIELD_HEAD.length)
  return packed[FLAGS_AT] === WITH_FIELDS && FIELD_HEAD.equals(fieldAt)
}

/** Whether gzip data is as it was made. Without a checksum of ours by gzip's own, which means unpacking it. */
export function isIntact(packed: Bytes): boolean {
  if (hasChecksum(packed)) {
    return digestOf(packed.subarray(CONTENT_AT)).equals(packed.subarray(HEADER + FIELD_HEAD.length, CONTENT_AT))
  }
  try {
    gunzipSync(packed)
    return true
  } catch {
    return false
  }
}
