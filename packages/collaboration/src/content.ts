import {
  type Properties as CatalogProperties,
  defaultsOf,
  edgeKind,
  isEdgeType,
  isNodeType,
  nodeKind,
} from '@plimsoll/catalog'
import { type Flow, isSameJson } from '@plimsoll/flow'

/** What people draw together: a flow, and what it is called. */
export interface Content {
  readonly flow: Flow
  readonly name: string
  readonly description: string
}

/** The lists of a flow whose elements have ids; each is a root map of the document. */
export const LISTS = ['nodes', 'edges', 'groups', 'slides'] as const

export type List = (typeof LISTS)[number]

/** An element of a flow, as a record of properties by key; those of `data` begin with `data.`. */
export type Properties = Readonly<Record<string, unknown>>

const DATA = 'data.'

interface Element {
  readonly id: string
  readonly type?: string
  readonly data?: object
}

/** The properties of an element apart from its id, each under the key that it has in the document. */
export function propertiesOf({ id: _, data, ...rest }: Element): Properties {
  const settings = Object.entries(data ?? {}).map(([name, value]) => [DATA + name, value] as const)
  const own = Object.entries(rest).filter(
    ([name, value]) => value !== undefined && value !== null && name !== 'markerEnd',
  )
  return Object.fromEntries([...own, ...settings])
}

/** The properties of a new element that the document has to hold: what is at its default is not written. */
export function writtenProperties(list: List, element: Element): Properties {
  const { properties, defaults } = kindOf(list, element.type)
  return Object.fromEntries(
    Object.entries(propertiesOf(element)).filter(([key, value]) => {
      const name = key.startsWith(DATA) ? key.slice(DATA.length) : ''
      const isDefault = Object.hasOwn(defaults, name) && isSameJson(value, defaults[name])
      // The default of such a choice depends on another property.
      return !isDefault || properties[name]?.type === 'dependent-choice'
    }),
  )
}

/** An element with these properties, of which nothing is known to be valid. Its settings are in the order of the catalog, others by name. */
export function elementOf(list: List, id: string, properties: Properties): Record<string, unknown> {
  const data: [string, unknown][] = []
  const own: [string, unknown][] = [['id', id]]
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith(DATA)) data.push([key.slice(DATA.length), value])
    else own.push([key, value])
  }
  const element = Object.fromEntries(own)
  if (list === 'groups' || list === 'slides') return element
  data.sort(([a], [b]) => compareText(a, b))
  return { ...element, data: { ...kindOf(list, element.type).defaults, ...Object.fromEntries(data) } }
}

function kindOf(list: List, type: unknown): { readonly properties: CatalogProperties; readonly defaults: Properties } {
  const kind =
    list === 'nodes' && isNodeType(type) ? nodeKind(type) : list === 'edges' && isEdgeType(type) ? edgeKind(type) : null
  return kind ? { properties: kind.properties, defaults: defaultsOf(kind.properties) } : NO_KIND
}

const NO_KIND = { properties: {}, defaults: {} }

/** By UTF-16 units, the same in every browser and language. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A value as the document stores it: text is sent as UTF-8, which has no half characters, and databases have no NUL. */
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[\p{Surrogate}\0]/gu, '\uFFFD')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(wellFormed)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [wellFormed(key), wellFormed(inner)]))
}
