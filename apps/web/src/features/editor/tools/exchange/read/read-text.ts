import { parseFlow } from '@plimsoll/flow'
import { faultText } from '../../../../../shared/text/fault-text.ts'
import { jsonExcess } from '../../../core/clipboard/json-excess.ts'
import { headingIn } from './heading-in.ts'
import { findJsonFault } from './json-fault.ts'
import { readMermaidText } from './read-mermaid-text.ts'
import type { ReadResult } from './read-result.ts'
import { sortOfText } from './text-format.ts'

/** Reads a flow from JSON or Mermaid; what is wrong is told with its place. Never throws. */
export function readText(text: string): ReadResult {
  switch (sortOfText(text)) {
    case 'json':
      return readJson(text.replace(/^\uFEFF/, ''))
    case 'mermaid':
      return readMermaidText(text.replace(/^\uFEFF/, ''))
    case 'web page':
      return failed('it is a web page or a picture, not a flow')
    default:
      return failed(text.trim() === '' ? 'it is empty' : 'it is neither JSON nor a Mermaid flowchart')
  }
}

function readJson(text: string): ReadResult {
  const excess = jsonExcess(text)
  if (excess !== null) return failed(excess)
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    const { line, column, expected } = findJsonFault(text)
    return failed(`line ${line}, column ${column}: ${expected} is expected`)
  }
  if (Array.isArray(Object(Object(document).data).flows))
    return failed('it is an export of flows, which “Import” in the Flow Library takes')
  const parsed = parseFlow(document)
  if (!parsed.ok) return { ok: false, faults: parsed.faults.map((fault) => faultText(document, fault)) }
  return { ok: true, heading: headingIn(document as object), flow: parsed.flow, leftOut: [] }
}

const failed = (fault: string): ReadResult => ({ ok: false, faults: [fault] })
