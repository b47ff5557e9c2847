import { hash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  type CreateExperimentRequest,
  type CreateFlowRequest,
  createExperimentSchema,
  createFlowSchema,
  updateFlowSchema,
} from '@plimsoll/contract'
import { ApiError, schemaError } from '../errors.ts'
import { scanJson } from '../json-source.ts'
import { checkDesigns } from '../modules/experiments/check-designs.ts'
import { storedText } from '../modules/flows/packed-flow.ts'
import { LEVEL } from '../packed.ts'
import type { BodyForm, CheckedBody, CheckedDocument, SentError } from './body-source.ts'
import { checkDocument, documentOf } from './checked-document.ts'
import { parseBody } from './parse-body.ts'

/** Does all that is checked of a body before its user's rights are. Throws what is reported before those. */
export function checkBody(form: BodyForm, bytes: Uint8Array): CheckedBody {
  const { value, source } = parseBody(bytes)
  const digest = hash('sha256', source.text)
  if (form === 'experiment') {
    const experiment = inForm<CreateExperimentRequest>(createExperimentSchema, value, 'validation/error')
    const packed = orError(() => {
      checkDesigns(experiment)
      return gzipSync(source.text, { level: LEVEL })
    })
    const { design, other } = experiment
    return {
      value: { ...experiment, design: withoutDocument(design), ...(other && { other: withoutDocument(other) }) },
      source: { digest, packed },
    }
  }
  const schema = form === 'new flow' ? createFlowSchema : updateFlowSchema
  const flow = inForm<CreateFlowRequest>(schema, value, 'validation/flow')
  return { value: withoutDocument(flow), source: { digest, document: orError(() => checkDocument(flow, source)) } }
}

/** The document of a flow as it is stored, under another name. */
export function readDocument(packed: Uint8Array, heading: { name: string; description: string }) {
  const source = scanJson(storedText(gunzipSync(packed)))
  const { nodes, edges, documentVersion } = JSON.parse(source.text)
  return { documentVersion: documentVersion as number, document: documentOf(source, { ...heading, nodes, edges }) }
}

export type ReadDocument = { documentVersion: number; document: CheckedDocument }

interface Schema<Data> {
  safeParse(
    value: unknown,
  ): { success: true; data: Data } | { success: false; error: Parameters<typeof schemaError>[0] }
}

function inForm<Data>(schema: Schema<Data>, value: unknown, fault: 'validation/error' | 'validation/flow'): Data {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw schemaError(parsed.error, fault)
  return parsed.data
}

const withoutDocument = <Flow extends object>(flow: Flow) => ({
  ...flow,
  nodes: [],
  edges: [],
  groups: undefined,
  slides: undefined,
  simulation: undefined,
})

function orError<Result>(work: () => Result): Result | SentError {
  try {
    return work()
  } catch (error) {
    if (error instanceof ApiError) return sent(error)
    throw error
  }
}

export const sent = ({ code, message, errors }: ApiError): SentError => ({
  code,
  message,
  ...(errors && { errors }),
})
