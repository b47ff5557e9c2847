import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip } from 'node:zlib'
import type { PackedAnswer } from './packed-answer.ts'

/** Takes a third of the default's time for a tenth more space. */
const LEVEL = 3
/** Up to this size, about 100 nodes, unpacking is faster than passing the work to another thread. */
const SYNC_LIMIT = 256 * 1024
/** Position of the uncompressed size in gzip data, in bytes from the end. */
const SIZE_AT = 4

const compress = promisify(gzip)
const decompressAsync = promisify(gunzip)

export const pack = (text: string): Promise<Buffer<ArrayBuffer>> => compress(text, { level: LEVEL })

export async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<Buffer<ArrayBuffer>> {
  const { buffer, byteOffset, byteLength } = packed
  const size = new DataView(buffer, byteOffset, byteLength).getUint32(byteLength - SIZE_AT, true)
  return size <= SYNC_LIMIT ? gunzipSync(packed) : decompressAsync(packed)
}

/** A response body that is stored packed. */
export function packedAnswer(packed: Uint8Array<ArrayBuffer>): PackedAnswer {
  return { gzipped: packed, plain: () => unpack(packed) }
}
