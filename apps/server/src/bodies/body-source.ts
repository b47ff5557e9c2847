import type { ApiErrorCode } from '@plimsoll/contract'
import { ApiError } from '../errors.ts'
import type { JsonSource } from '../json-source.ts'

/** What is checked of a body, by the form of the route. */
export type BodyForm = 'new flow' | 'saved flow' | 'experiment'

/** An error as it passes between bodies. */
export interface SentError {
  code: ApiErrorCode
  message: string
  errors?: Record<string, string>
}

/** What a save may leave out. */
export type OptionalPart = 'groups' | 'slides' | 'simulation'

/** A document as bytes of JSON. */
export interface DocumentBytes {
  /** The members `nodes` and `edges`, with a comma before each. */
  drawn: Uint8Array<ArrayBuffer>
  /** The values that were sent. */
  optional: Partial<Record<OptionalPart, Uint8Array<ArrayBuffer>>>
}

/** What is stored of a flow's document. */
export interface CheckedDocument extends DocumentBytes {
  /** How many it has. */
  nodes: number
  edges: number
  /** What searches look at; see `searchText`. */
  words: string
}

/** What was found in a large body. */
interface CheckedSource {
  /** SHA-256 of the text. */
  digest: string
  /** Of a flow, or why it is refused. */
  document?: CheckedDocument | SentError
  /** Of an experiment: the text compressed, or why it is refused. */
  packed?: Uint8Array<ArrayBuffer> | SentError
}

/** The value of a body without what the source has. */
export interface CheckedBody {
  value: unknown
  source: CheckedSource
}

/** A body of JSON beside its value: the text of a small one, of a large one what was found in it. */
export type BodySource = JsonSource | CheckedSource

export const isText = (source: BodySource): source is JsonSource => 'text' in source

export function orThrow<Found extends object>(found: Found | SentError | undefined): Found {
  if (found === undefined) throw new Error('The body was checked as one of another form.')
  if ('code' in found) throw new ApiError(found.code, found)
  return found
}
