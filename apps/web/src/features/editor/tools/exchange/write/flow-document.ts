import { DOCUMENT_VERSION, type Flow } from '@plimsoll/flow'
import type { Heading } from '../../../../../stores/board.ts'

/** The whole flow as the text of a JSON document, an element to a line: small enough to be read again, and fit to be compared. */
export function flowDocument(flow: Flow, { name, description }: Heading): string {
  const document = { documentVersion: DOCUMENT_VERSION, name, description, ...flow }
  const entries = Object.entries(document).map(([key, value]) => `  ${JSON.stringify(key)}: ${written(value)}`)
  return `{\n${entries.join(',\n')}\n}\n`
}

function written(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value)
  return `[\n${value.map((element) => `    ${JSON.stringify(element)}`).join(',\n')}\n  ]`
}
