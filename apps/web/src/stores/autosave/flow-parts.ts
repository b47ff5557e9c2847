import { DOCUMENT_VERSION, type Flow } from '@plimsoll/flow'

/** A part of a flow as it is stored: a list's name and which stretch of it, and the text of its elements. */
export interface StoredPart {
  readonly key: readonly [list: string, index: number]
  readonly text: string
}

/** What has to be written so that a stored flow becomes another one. */
export interface PartChanges {
  readonly put: readonly StoredPart[]
  readonly remove: readonly StoredPart['key'][]
}

/** Elements in a part: a change writes as many, and a board of 2,000 components has some 50 parts. */
const PART_SIZE = 100

/** How long a slice of the work may keep the page from painting. */
const SLICE_MS = 4

/** The part of all that is no list. */
const REST = 'rest'

const texts = new WeakMap<object, string>()

/** What changed from a stored flow to `flow`; null: nothing is stored yet. What is the same object has not changed. */
export function changedParts(flow: Flow, before: Flow | null): PartChanges {
  const [present, earlier] = [partsOf(flow), before === null ? new Map<string, Part>() : partsOf(before)]
  const isNew = ([name, { elements }]: [string, Part]) => !isSameList(elements, earlier.get(name)?.elements ?? [])
  return {
    put: [...present].filter(isNew).map(([, part]) => ({ key: part.key, text: partText(part) })),
    remove: [...earlier].filter(([name]) => !present.has(name)).map(([, { key }]) => key),
  }
}

/** The document that the parts make up, as far as they can be read. */
export function joinParts(parts: readonly StoredPart[]): unknown {
  const lists: Record<string, unknown[]> = { nodes: [], edges: [] }
  let rest = {}
  for (const { key, text } of parts) {
    const [list] = key
    const elements: unknown[] = JSON.parse(text)
    if (list === REST) rest = Object(elements[0])
    else lists[list] = (lists[list] ?? []).concat(elements)
  }
  return { ...rest, ...lists }
}

/** Prepares the texts of the elements in slices between which the page can paint. */
export async function prepareParts(flow: Flow): Promise<void> {
  let end = performance.now() + SLICE_MS
  for (const element of [flow.nodes, flow.edges].flat()) {
    if (texts.has(element)) continue
    textOf(element)
    if (performance.now() < end) continue
    await new Promise((resolve) => setTimeout(resolve))
    end = performance.now() + SLICE_MS
  }
}

interface Part {
  readonly key: StoredPart['key']
  readonly elements: readonly object[]
}

function partsOf(flow: Flow): Map<string, Part> {
  const rest: Record<string, unknown> = {}
  const parts = new Map<string, Part>()
  for (const [list, value] of Object.entries(flow)) {
    if (!Array.isArray(value)) rest[list] = value
    else
      for (let from = 0; from < value.length; from += PART_SIZE) {
        const key = [list, from / PART_SIZE] as const
        parts.set(key.join(' '), { key, elements: value.slice(from, from + PART_SIZE) })
      }
  }
  return parts.set(REST, { key: [REST, 0], elements: [{ documentVersion: DOCUMENT_VERSION, ...rest }] })
}

const partText = ({ elements }: Part): string => `[${elements.map(textOf).join()}]`

const isSameList = (a: readonly object[], b: readonly object[]): boolean =>
  a.length === b.length && a.every((element, index) => element === b[index])

function textOf(element: object): string {
  const known = texts.get(element)
  if (known !== undefined) return known
  const text = JSON.stringify(element)
  texts.set(element, text)
  return text
}
