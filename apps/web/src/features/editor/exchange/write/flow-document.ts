import { DOCUMENT_VERSION, type Flow } from '@plimsoll/flow'

/** What a file says beside the drawing. */
export interface Heading {
  readonly name: string
  readonly description: string
}

/** The whole flow as the text of a JSON document. */
export function flowDocument(flow: Flow, { name, description }: Heading): string {
  return `${JSON.stringify({ documentVersion: DOCUMENT_VERSION, name, description, ...flow }, null, 2)}\n`
}
