import { DOCUMENT_VERSION, type Flow } from '@plimsoll/flow'

const texts = new WeakMap<object, string>()

/** How long a slice of the work may keep the page from painting. */
const SLICE_MS = 4

/**
 * The flow as the text of a document. Each element's text is kept as long as the element is: what did not change since the last time
 * costs nothing.
 */
export function flowText(flow: Flow): string {
  const parts = Object.entries(flow).map(([key, part]) => `${JSON.stringify(key)}:${partText(part)}`)
  return `{"documentVersion":${DOCUMENT_VERSION},${parts.join()}}`
}

/** Prepares `flowText` in slices between which the page can paint. */
export async function prepareFlowText(flow: Flow): Promise<void> {
  let end = performance.now() + SLICE_MS
  for (const element of Object.values(flow).flat()) {
    if (texts.has(element)) continue
    textOf(element)
    if (performance.now() < end) continue
    await new Promise((resolve) => setTimeout(resolve))
    end = performance.now() + SLICE_MS
  }
}

const partText = (part: object): string => (Array.isArray(part) ? `[${part.map(textOf).join()}]` : textOf(part))

function textOf(element: object): string {
  const known = texts.get(element)
  if (known !== undefined) return known
  const text = JSON.stringify(element)
  texts.set(element, text)
  return text
}
