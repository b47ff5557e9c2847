import type { FlowRole, GivenRole } from '@plimsoll/contract'
import type { DocumentBytes, OptionalPart } from '../../bodies/body-source.ts'
import { isIntact, withChecksum } from '../../database/checksum.ts'
import { ApiError } from '../../errors.ts'
import { pack, packedAnswer, unpack, unpackInChunks } from '../../packed.ts'
import type { PackedAnswer } from '../../packed-answer.ts'

interface FlowHead {
  id: string
  name: string
  description: string
  version: number
  documentVersion: number
  /** Milliseconds since 1970, as is `updatedAt`. */
  createdAt: number
  updatedAt: number
}

/** JSON texts. */
export interface DocumentTexts {
  nodes: string
  edges: string
  groups: string | undefined
  slides: string | undefined
  simulation: string | undefined
}

/** What a flow has of the parts that a save may leave out, as long as nobody has sent any. */
const EMPTY: Record<OptionalPart, string> = { groups: '[]', slides: '[]', simulation: '{}' }

export function documentBytes({ nodes, edges, ...optional }: DocumentTexts): DocumentBytes {
  const sent = Object.entries(optional).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return {
    drawn: Buffer.from(`,"nodes":${nodes},"edges":${edges}`),
    optional: Object.fromEntries(sent.map(([part, text]) => [part, Buffer.from(text)])),
  }
}

/** Whether nothing was left out. */
export const isWhole = ({ optional }: DocumentBytes): boolean => Object.keys(EMPTY).every((part) => part in optional)

const OPENING = '{"data":'
/** The compressed response body of a load with its checksum, which is stored and sent unchanged. See docs/decisions/0010. */
export function packFlow({ nodes, edges, groups, slides, simulation, ...head }: FlowHead & DocumentTexts) {
  return packDocument(head, documentBytes({ nodes, edges, groups, slides, simulation }))
}

export async function packDocument({ createdAt, updatedAt, ...rest }: FlowHead, { drawn, optional }: DocumentBytes) {
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() }
  const head = JSON.stringify({ ...rest, ...times }).slice(0, -1)
  const parts = Object.entries(EMPTY).flatMap(([part, empty]) => [
    Buffer.from(`,"${part}":`),
    optional[part as OptionalPart] ?? Buffer.from(empty),
  ])
  return withChecksum(await pack(Buffer.concat([Buffer.from(`${OPENING}${head}`), drawn, ...parts, Buffer.from('}}')])))
}

/** Throws rather than give out what is damaged. */
export function requireIntact(packed: Uint8Array<ArrayBuffer>): void {
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
  return storedText(await unpack(packed))
}

export const storedText = (answer: Buffer): string => answer.toString('utf8', OPENING.length, answer.length - 1)

const HEAD_END = ',"nodes":'

interface AnswerDetails {
  isShared: boolean
  /** The version that has what was drawn before another one was restored. */
  replaced?: number | undefined
}

/**
 * The flow with what its reader is to it. The owner of a flow that is not shared gets what is stored, as it is: the way that is gone
 * most.
 */
export async function answerFor(
  role: FlowRole,
  packed: Uint8Array<ArrayBuffer>,
  { isShared, replaced }: AnswerDetails,
): Promise<PackedAnswer> {
  if (role === 'owner' && !isShared && replaced === undefined) return storedFlow(packed)
  requireIntact(packed)
  const answer = await unpack(packed)
  const head = JSON.stringify({ ...(role === 'owner' ? isShared && { isShared } : { role }), replaced })
  return answerOf(`${head.slice(0, -1)},`, answer.subarray(OPENING.length + 1))
}

/** What a link shows: the flow without its id, version and times, with what the link makes of who takes its role. */
export async function linkedFlow(role: GivenRole, packed: Uint8Array<ArrayBuffer>): Promise<PackedAnswer> {
  requireIntact(packed)
  const answer = await unpack(packed)
  // No text before it can hold this: there, quotes are escaped.
  const at = answer.indexOf(HEAD_END)
  const { name, description, documentVersion } = JSON.parse(`${answer.toString('utf8', OPENING.length, at)}}`)
  const head = JSON.stringify({
    ...(role !== 'viewer' && { role }),
    ...{ name, description, documentVersion },
  }).slice(0, -1)
  return answerOf(head, answer.subarray(at))
}

/** As bytes: a text of a large flow would block the process. */
async function answerOf(head: string, rest: Uint8Array): Promise<PackedAnswer> {
  return packedAnswer(await pack(Buffer.concat([Buffer.from(`${OPENING}${head}`), rest])))
}

/** What is between the opening and the end of a response body, for a text of many. */
export async function* flowInChunks(packed: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array> {
  requireIntact(packed)
  let before: Uint8Array | undefined
  for await (const chunk of unpackInChunks(packed)) {
    if (before) yield before
    before = before ? chunk : chunk.subarray(OPENING.length)
  }
  if (before) yield before.subarray(0, -1)
}
