import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gunzip, gunzipSync, gzip } from 'node:zlib'
import type { PackedAnswer } from './packed-answer.ts'

/** Takes a third of the default's time for a tenth more space. */
export const LEVEL = 3
/** Up to this size, about 100 nodes, work on a text is faster than passing it to another thread. */
export const SYNC_LIMIT = 256 * 1024
/** Position of the uncompressed size in gzip data, in bytes from the end. */
const SIZE_AT = 4
const CHUNK = 64 * 1024

const compress = promisify(gzip)
const decompressAsync = promisify(gunzip)

export const pack = (content: string | Uint8Array): Promise<Buffer<ArrayBuffer>> => compress(content, { level: LEVEL })

export function unpackedSize({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): number {
  return new DataView(buffer, byteOffset, byteLength).getUint32(byteLength - SIZE_AT, true)
}

export async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<Buffer<ArrayBuffer>> {
  return unpackedSize(packed) <= SYNC_LIMIT ? gunzipSync(packed) : decompressAsync(packed)
}

/** Unpacks no faster than it is read, so that a reader who is slow takes little memory. */
export function unpackInChunks(packed: Uint8Array<ArrayBuffer>): AsyncIterable<Buffer<ArrayBuffer>> {
  const gunzip = createGunzip({ chunkSize: CHUNK })
  gunzip.end(packed)
  return gunzip
}

/** A response body that is stored packed. */
export function packedAnswer(packed: Uint8Array<ArrayBuffer>): PackedAnswer {
  return {
    gzipped: packed,
    plain: () =>
      unpackedSize(packed) <= SYNC_LIMIT
        ? gunzipSync(packed)
        : (Readable.toWeb(Readable.from(unpackInChunks(packed))) as ReadableStream<Uint8Array<ArrayBuffer>>),
  }
}
