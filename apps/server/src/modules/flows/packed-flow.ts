import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FlowAnswer } from './flows.routes.ts'

interface FlowParts {
  id: string
  name: string
  description: string
  version: number
  documentVersion: number
  /** Milliseconds since 1970, as is `updatedAt`. */
  createdAt: number
  updatedAt: number
  /** JSON text, as are `edges` and `simulation`. */
  nodes: string
  edges: string
  simulation: string | undefined
}

const OPENING = '{"data":'
const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** The answer to a load, compressed: it is stored like this, and sent without being touched. */
export function packFlow({ createdAt, updatedAt, nodes, edges, simulation, ...rest }: FlowParts) {
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() }
  const head = JSON.stringify({ ...rest, ...times }).slice(0, -1)
  const settings = simulation === undefined ? '' : `,"simulation":${simulation}`
  return compress(`${OPENING}${head},"nodes":${nodes},"edges":${edges}${settings}}}`)
}

/** The flow itself, as JSON text. */
export async function unpackFlow(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const answer = await decompress(packed)
  return answer.toString('utf8', OPENING.length, answer.length - 1)
}

export function flowAnswer(packed: Uint8Array<ArrayBuffer>): FlowAnswer {
  return { gzipped: packed, plain: () => decompress(packed) }
}
