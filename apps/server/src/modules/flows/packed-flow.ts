import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip } from 'node:zlib'
import type { FlowAnswer } from './flows.actions.ts'

interface FlowParts {
  id: string
  name: string
  description: string
  version: number
  documentVersion: number
  /** Milliseconds since 1970, as is `updatedAt`. */
  createdAt: number
  updatedAt: number
  /** JSON text, as are `edges`, `groups` and `simulation`. */
  nodes: string
  edges: string
  groups: string | undefined
  simulation: string | undefined
}

const OPENING = '{"data":'
/** Takes a third of the default's time for a tenth more space. */
const LEVEL = 3
/** Up to this size, about 100 nodes, unpacking is faster than passing the work to another thread. */
const SYNC_LIMIT = 256 * 1024
/** Position of the uncompressed size in gzip data, in bytes from the end. */
const SIZE_AT = 4

const compress = promisify(gzip)
const decompressAsync = promisify(gunzip)

/** The compressed response body of a load, which is stored and sent unchanged. See docs/decisions/0010. */
export function packFlow({ createdAt, updatedAt, nodes, edges, groups, simulation, ...rest }: FlowParts) {
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() }
  const head = JSON.stringify({ ...rest, ...times }).slice(0, -1)
  const optional = Object.entries({ groups, simulation }).map(([key, text]) =>
    text === undefined ? '' : `,"${key}":${text}`,
  )
  return compress(`${OPENING}${head},"nodes":${nodes},"edges":${edges}${optional.join('')}}}`, { level: LEVEL })
}

async function decompress(packed: Uint8Array<ArrayBuffer>): Promise<Buffer<ArrayBuffer>> {
  const { buffer, byteOffset, byteLength } = packed
  const size = new DataView(buffer, byteOffset, byteLength).getUint32(byteLength - SIZE_AT, true)
  return size <= SYNC_LIMIT ? gunzipSync(packed) : decompressAsync(packed)
}

/** The flow as JSON text. */
export async function unpackFlow(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const answer = await decompress(packed)
  return answer.toString('utf8', OPENING.length, answer.length - 1)
}

export function flowAnswer(packed: Uint8Array<ArrayBuffer>): FlowAnswer {
  return { gzipped: packed, plain: () => decompress(packed) }
}
