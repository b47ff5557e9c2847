import { commonOptions } from './common.ts'
import {
  type Engine,
  type Option,
  type Properties,
  type Property,
  SECTION_TITLES,
  type SectionId,
} from './descriptors.ts'
import { shownValue } from './edit.ts'
import { IGNORED_REASONS } from './ignored.ts'
import { boundsOf, type Data, isVisible, optionsOf } from './validation.ts'

/** A node or edge whose properties the panel edits. */
export interface PanelElement {
  readonly kind: { readonly properties: Properties }
  readonly data: Data
}

/** A property of one or several selected elements. */
export interface PanelField {
  readonly name: string
  readonly property: Property
  /** The common value, or of lists the common entries; undefined when values differ. */
  readonly value: unknown
  /** Whether values differ. */
  readonly isMixed: boolean
  /** The options that all elements offer. */
  readonly options: readonly Option[]
  /** The range that all elements allow; null without a bound. */
  readonly min: number | null
  readonly max: number | null
}

export interface PanelSection {
  readonly id: SectionId
  readonly title: string
  readonly fields: readonly PanelField[]
}

/** The fields for properties that all elements have. A property hidden in one of them is left out. */
export function panelFields(properties: Properties, elements: readonly PanelElement[]): PanelField[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const owned = elements.map(({ kind, data }) => ({ own: kind.properties[name] ?? property, data }))
    if (!owned.every(({ own, data }) => isVisible(own, data))) return []
    const values = owned.map(({ own, data }) => shownValue(name, own, data))
    return [
      {
        name,
        property,
        ...common(values),
        options: owned.map(({ own, data }) => optionsOf(own, data)).reduce(commonOptions),
        ...commonBounds(owned.map(({ own, data }) => boundsOf(own, data))),
      },
    ]
  })
}

/** Fields that an engine ignores for one reason. */
export interface IgnoredFields {
  readonly reason: string
  readonly fields: readonly PanelField[]
}

/** Splits fields into those that change what the engine simulates, with the element's name, and the others by their reasons. */
export function fieldsByEngine(
  fields: readonly PanelField[],
  engine: Engine,
): { readonly simulated: readonly PanelField[]; readonly ignored: readonly IgnoredFields[] } {
  const isFirst = ({ property }: PanelField) => isShownFirst(property, engine)
  const others = fields.filter((field) => !isFirst(field))
  const reasons = [...new Set(others.map(({ property }) => property.effect.ignored))]
  const ignored = reasons.map((reason) => ({
    reason: reason === undefined ? '' : IGNORED_REASONS[reason],
    fields: others.filter(({ property }) => property.effect.ignored === reason),
  }))
  return { simulated: fields.filter(isFirst), ignored }
}

const isShownFirst = (property: Property, engine: Engine): boolean =>
  property.effect[engine] !== undefined || (property.type === 'text' && property.isName === true)

/** Groups fields into the panel's sections; empty sections are left out. */
export function panelSections(fields: readonly PanelField[]): PanelSection[] {
  const sections = Object.entries(SECTION_TITLES).map(([id, title]) => ({
    id: id as SectionId,
    title,
    fields: fields.filter(({ property }) => property.section === id),
  }))
  return sections.filter((section) => section.fields.length > 0)
}

function common(values: readonly unknown[]): Pick<PanelField, 'value' | 'isMixed'> {
  const [first] = values
  if (!Array.isArray(first)) {
    const isMixed = values.some((value) => value !== first)
    return { value: isMixed ? undefined : first, isMixed }
  }
  const lists = values as readonly (readonly unknown[])[]
  const shared = first.filter((entry) => lists.every((list) => list === first || list.includes(entry)))
  const isMixed = lists.some((list) => list.length > shared.length)
  return { value: isMixed ? shared : first, isMixed }
}

type Bounds = ReturnType<typeof boundsOf>

const commonBounds = (bounds: readonly Bounds[]): Bounds =>
  bounds.reduce((a, b) => ({ min: larger(a.min, b.min), max: smaller(a.max, b.max) }))

const larger = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b))
const smaller = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))
