import { DOCUMENT_VERSION, type Flow } from '@plimsoll/flow'
import type { Clock } from './clock.ts'

/** A part of a flow as it is stored: the name of a list, the position of the part in it, and its elements as JSON. */
export interface StoredPart {
  readonly key: readonly [list: string, index: number]
  readonly text: string
}

/** What has to be written to turn a stored flow into another one. */
export interface PartChanges {
  readonly put: readonly StoredPart[]
  readonly remove: readonly StoredPart['key'][]
}

/** Elements in a part: a change writes as many, and a flow of 2,000 nodes has some 50 parts. */
const PART_SIZE = 100

/** How long a slice of the work may keep the page from painting. */
const SLICE_MS = 4

/** The name of the part with everything that is no list. */
const REST = 'rest'

/** Turns flows into parts. It keeps the text of each element for as long as the element is in use, since flows share elements. */
export function createFlowParts(clock: Clock) {
  const texts = new WeakMap<object, string>()

  function textOf(element: object): string {
    const known = texts.get(element)
    if (known !== undefined) return known
    const text = JSON.stringify(element)
    texts.set(element, text)
    return text
  }

  /** What changed from a stored flow to `flow`; null: nothing is stored yet. What is the same object has not changed. */
  function changedParts(flow: Flow, before: Flow | null): PartChanges {
    const [present, earlier] = [partsOf(flow), before === null ? new Map<string, Part>() : partsOf(before)]
    const isNew = ([name, { elements }]: [string, Part]) => !isSameList(elements, earlier.get(name)?.elements ?? [])
    const textOfPart = ({ elements }: Part) => `[${elements.map(textOf).join()}]`
    return {
      put: [...present].filter(isNew).map(([, part]) => ({ key: part.key, text: textOfPart(part) })),
      remove: [...earlier].filter(([name]) => !present.has(name)).map(([, { key }]) => key),
    }
  }

  /** Prepares the texts of the elements in slices between which the page can paint. */
  async function prepareParts(flow: Flow): Promise<void> {
    let end = clock.now() + SLICE_MS
    for (const element of [flow.nodes, flow.edges].flat()) {
      if (texts.has(element)) continue
      textOf(element)
      if (clock.now() < end) continue
      await new Promise<void>((resolve) => clock.after(0, resolve))
      end = clock.now() + SLICE_MS
    }
  }

  return { changedParts, prepareParts }
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

const isSameList = (a: readonly object[], b: readonly object[]): boolean =>
  a.length === b.length && a.every((element, index) => element === b[index])
