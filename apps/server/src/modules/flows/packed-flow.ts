import { pack, unpack } from '../../packed.ts'

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
/** The compressed response body of a load, which is stored and sent unchanged. See docs/decisions/0010. */
export function packFlow({ createdAt, updatedAt, nodes, edges, groups, simulation, ...rest }: FlowParts) {
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() }
  const head = JSON.stringify({ ...rest, ...times }).slice(0, -1)
  const optional = Object.entries({ groups, simulation }).map(([key, text]) =>
    text === undefined ? '' : `,"${key}":${text}`,
  )
  return pack(`${OPENING}${head},"nodes":${nodes},"edges":${edges}${optional.join('')}}}`)
}

/** The flow as JSON text. */
export async function unpackFlow(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const answer = await unpack(packed)
  return answer.toString('utf8', OPENING.length, answer.length - 1)
}
