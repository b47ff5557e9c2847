import type { FlowRole, GivenRole } from '@plimsoll/contract'
import { isIntact, withChecksum } from '../../database/checksum.ts'
import { ApiError } from '../../errors.ts'
import { pack, packedAnswer, unpack } from '../../packed.ts'
import type { PackedAnswer } from '../../packed-answer.ts'

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
/** The compressed response body of a load with its checksum, which is stored and sent unchanged. See docs/decisions/0010. */
export async function packFlow({ createdAt, updatedAt, nodes, edges, groups, simulation, ...rest }: FlowParts) {
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() }
  const head = JSON.stringify({ ...rest, ...times }).slice(0, -1)
  const optional = Object.entries({ groups, simulation }).map(([key, text]) =>
    text === undefined ? '' : `,"${key}":${text}`,
  )
  const text = `${OPENING}${head},"nodes":${nodes},"edges":${edges}${optional.join('')}}}`
  return withChecksum(await pack(text))
}

/** Throws rather than give out what is damaged. */
function requireIntact(packed: Uint8Array<ArrayBuffer>): void {
  if (!isIntact(packed)) throw new ApiError('api/flow-damaged')
}

/** What is stored, as it is. */
export function storedFlow(packed: Uint8Array<ArrayBuffer>): PackedAnswer {
  requireIntact(packed)
  return packedAnswer(packed)
}

/** The flow as JSON text. */
export async function unpackFlow(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  requireIntact(packed)
  const answer = await unpack(packed)
  return answer.toString('utf8', OPENING.length, answer.length - 1)
}

const HEAD_END = ',"nodes":'

/**
 * The flow with what its reader is to it. The owner of a flow that is not shared gets what is stored, as it is: the way that is gone
 * most.
 */
export async function answerFor(
  role: FlowRole,
  packed: Uint8Array<ArrayBuffer>,
  { isShared }: { isShared: boolean },
): Promise<PackedAnswer> {
  if (role === 'owner' && !isShared) return storedFlow(packed)
  requireIntact(packed)
  const answer = (await unpack(packed)).toString('utf8', OPENING.length + 1)
  return answerOf(`${OPENING}{${role === 'owner' ? '"isShared":true' : `"role":"${role}"`},${answer}`)
}

/** What a link shows: the flow without its id, version and times, with what the link makes of who takes its role. */
export async function linkedFlow(role: GivenRole, packed: Uint8Array<ArrayBuffer>): Promise<PackedAnswer> {
  requireIntact(packed)
  const answer = (await unpack(packed)).toString('utf8', OPENING.length)
  // No text before it can hold this: there, quotes are escaped.
  const at = answer.indexOf(HEAD_END)
  const { name, description, documentVersion } = JSON.parse(`${answer.slice(0, at)}}`)
  const head = JSON.stringify({
    ...(role !== 'viewer' && { role }),
    ...{ name, description, documentVersion },
  }).slice(0, -1)
  return answerOf(`${OPENING}${head}${answer.slice(at)}`)
}

async function answerOf(text: string): Promise<PackedAnswer> {
  return { gzipped: await pack(text), plain: async () => Buffer.from(text) }
}
