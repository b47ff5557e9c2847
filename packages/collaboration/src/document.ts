import { type Flow, isSameJson, type Mending, type RawFlow, repairFlow } from '@plimsoll/flow'
import * as Y from 'yjs'
import {
  type Content,
  compareText,
  elementOf,
  LISTS,
  type List,
  type Properties,
  propertiesOf,
  wellFormed,
  writtenProperties,
} from './content.ts'
import { comparePlaces, newOrders } from './order.ts'

const EMPTY: Content = { flow: { nodes: [], edges: [] }, name: '', description: '' }

/** A new document with this content. */
export function createDocument(content: Content): Y.Doc {
  const doc = new Y.Doc()
  writeContent(doc, content)
  return doc
}

/** Puts the content into an empty document. */
export function writeContent(doc: Y.Doc, content: Content, origin?: unknown): void {
  applyToDocument(doc, EMPTY, content, origin)
}

/** The content of a document after its repair: the same for the same document everywhere, and always a valid flow. */
export function readContent(doc: Y.Doc): { readonly content: Content; readonly mended: readonly Mending[] } {
  const { flow, mended } = repairFlow(rawFlow(doc))
  const heading = doc.getMap('heading')
  return {
    content: { flow, name: textOf(heading.get('name')), description: textOf(heading.get('description')) },
    mended,
  }
}

/** Writes what the repair changes into the document, and gives back what that was. One replica alone should do this: the server. */
export function mendDocument(doc: Y.Doc, origin?: unknown): readonly Mending[] {
  const { content, mended } = readContent(doc)
  if (mended.length > 0) doc.transact(() => writeWhole(doc, content), origin)
  return mended
}

/** Writes the difference of two contents into the document, as one transaction. What others changed since `before` stays. */
export function applyToDocument(doc: Y.Doc, before: Content, after: Content, origin?: unknown): void {
  if (before === after) return
  doc.transact(() => {
    for (const list of LISTS) writeList(doc, list, elementsOf(before.flow, list), elementsOf(after.flow, list))
    const { name, description } = after
    writeMap(doc.getMap('simulation'), before.flow.simulation ?? {}, after.flow.simulation ?? {})
    const { name: earlierName, description: earlier } = before
    writeMap(doc.getMap('heading'), { name: earlierName, description: earlier }, { name, description })
  }, origin)
}

type FlowElement = NonNullable<Flow[List]>[number]

const elementsOf = (flow: Flow, list: List): readonly FlowElement[] => flow[list] ?? []

function writeList(doc: Y.Doc, list: List, before: readonly FlowElement[], after: readonly FlowElement[]): void {
  if (before === after) return
  const map = doc.getMap<unknown>(list)
  const earlier = new Map(before.map((element) => [element.id, element]))
  for (const element of after) {
    const known = earlier.get(element.id)
    earlier.delete(element.id)
    if (known !== element) writeElement(map, list, { before: known, after: element })
  }
  for (const id of earlier.keys()) map.delete(wellFormed(id) as string)
  writeOrder(map, after, before)
}

interface Edit {
  readonly before: FlowElement | undefined
  readonly after: FlowElement
}

function writeElement(map: Y.Map<unknown>, list: List, { before, after }: Edit): void {
  const id = wellFormed(after.id) as string
  const entry = map.get(id)
  const isSameKind = before !== undefined && typeOf(before) === typeOf(after)
  if (isSameKind) {
    // Where somebody else has removed it, it stays removed.
    if (entry instanceof Y.Map) writeMap(entry, propertiesOf(before), propertiesOf(after))
    return
  }
  const properties = {
    ...writtenProperties(list, after),
    order: entry instanceof Y.Map ? entry.get('order') : undefined,
  }
  map.set(
    id,
    new Y.Map(
      Object.entries(properties).flatMap(([key, value]) => (value === undefined ? [] : [[key, wellFormed(value)]])),
    ),
  )
}

const typeOf = (element: FlowElement): string | undefined => ('type' in element ? element.type : undefined)

function writeMap(map: Y.Map<unknown>, before: Properties, after: Properties): void {
  for (const [key, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, key) || !isSameJson(before[key], value)) map.set(key, wellFormed(value))
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) map.delete(key)
}

/** Gives new elements, and those whose place among the others changed, their numbers. */
function writeOrder(map: Y.Map<unknown>, after: readonly FlowElement[], before: readonly FlowElement[]): void {
  if (after.length === before.length && after.every(({ id }, index) => id === before[index]?.id)) return
  const ids = after.map(({ id }) => wellFormed(id) as string).filter((id) => map.has(id))
  const entryOf = (id: string) => map.get(id) as Y.Map<unknown>
  const orderOf = (id: string) => {
    const order = entryOf(id).get('order')
    return isOrder(order) ? order : undefined
  }
  for (const [id, order] of newOrders(ids, orderOf)) entryOf(id).set('order', order)
}

const isOrder = (order: unknown): order is number => typeof order === 'number' && Number.isFinite(order)

/** The content of a document as it merged. */
function rawFlow(doc: Y.Doc): RawFlow {
  const [nodes = [], edges = [], groups = [], slides = []] = LISTS.map((list) => rawElements(doc, list))
  const settings = sortedEntries(doc.getMap('simulation'))
  return { nodes, edges, groups, slides, ...(settings.length > 0 && { simulation: Object.fromEntries(settings) }) }
}

function rawElements(doc: Y.Doc, list: List): Record<string, unknown>[] {
  forgetWhatChanges(doc)
  return [...doc.getMap<unknown>(list)]
    .map(([id, entry]) => (entry instanceof Y.Map ? rawElement(list, id, entry) : { id, order: LAST, element: { id } }))
    .sort(comparePlaces)
    .map(({ element }) => element)
}

const LAST = Number.MAX_VALUE

interface RawElement {
  readonly id: string
  readonly order: number
  readonly element: Record<string, unknown>
}

/** Entries as they were read, until they change: a flow of thousands is read anew with every update, of which most change one. */
const READ = new WeakMap<object, RawElement>()
const WATCHED = new WeakSet<Y.Doc>()

function rawElement(list: List, id: string, entry: Y.Map<unknown>): RawElement {
  const known = READ.get(entry)
  if (known) return known
  const { order, ...properties } = Object.fromEntries(entry.entries())
  const raw = { id, order: isOrder(order) ? order : LAST, element: elementOf(list, id, properties) }
  READ.set(entry, raw)
  return raw
}

function forgetWhatChanges(doc: Y.Doc): void {
  if (WATCHED.has(doc)) return
  WATCHED.add(doc)
  doc.on('beforeObserverCalls', ({ changed }: Y.Transaction) => {
    for (const type of changed.keys()) READ.delete(type)
  })
}

function sortedEntries(map: Y.Map<unknown>): [string, unknown][] {
  return [...map.entries()].sort(([a], [b]) => compareText(a, b)) as [string, unknown][]
}

/** Has the document hold this content, whatever it held. */
function writeWhole(doc: Y.Doc, { flow }: Content): void {
  const raw = rawFlow(doc)
  for (const list of LISTS) writeList(doc, list, (raw[list] ?? []) as FlowElement[], elementsOf(flow, list))
  const settings = Object.fromEntries(doc.getMap('simulation').entries())
  writeMap(doc.getMap('simulation'), settings, flow.simulation ?? {})
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
