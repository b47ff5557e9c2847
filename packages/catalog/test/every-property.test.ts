import {
  type Bound,
  boundsOf,
  type Data,
  defaultsOf,
  faultOf,
  isVisible,
  optionsOf,
  type Properties,
  type Property,
  panelFields,
  panelSections,
  referenceRows,
  setProperty,
} from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import { ALL_KINDS, type AnyKind } from './kinds.ts'

/** Numbers without a unit. */
const WITHOUT_UNIT = ['port']

const KINDS_WITH_RULES = ALL_KINDS.filter(([, { rules }]) => rules.length > 0)

const of = <T extends Property['type']>(property: Property, type: T) =>
  property.type === type ? (property as Extract<Property, { type: T }>) : undefined

describe('every property of every kind', () => {
  it.each(ALL_KINDS)('[CAT-3] %s', (_, kind) => {
    const faults = Object.entries(kind.properties).flatMap(([name, property]) =>
      faultsOf(kind, name, property).map((fault) => `${name}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  it.each(ALL_KINDS)('[CAT-3] the labels of %s are unique, so that a field can be found by its label', (_, kind) => {
    const labels = Object.values(kind.properties).map(({ label }) => label)
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
  })

  it.each(KINDS_WITH_RULES)('[CAT-3] the linked rules of %s refer to its own properties', (_, kind) => {
    const defaults = defaultsOf(kind.properties)
    for (const { statement, when, and, set } of kind.rules) {
      expect(statement).toMatch(/^\p{Lu}.+[^.]$/u)
      const named = [when, ...(and === undefined ? [] : [and])].map(({ property, is }) => [property, is] as const)
      for (const [name, value] of [...named, ...Object.entries(set)]) {
        expect(faultOf(kind.properties[name] as Property, value, defaults), `${statement}: ${name}`).toBeNull()
      }
    }
  })
})

function faultsOf(kind: AnyKind, name: string, property: Property): string[] {
  const defaults = defaultsOf(kind.properties)
  const refuses = (value: unknown) => faultOf(property, value, defaults) !== null
  const checks: Record<string, boolean> = {
    'its label says nothing': property.label.trim() === '',
    'its help says nothing':
      property.help.length < 12 || !/[.:]$/.test(property.help) || property.help === property.label,
    'a stated effect says nothing': Object.values(property.effect).some((phrase) => phrase?.trim() === ''),
    'an effect on an unknown engine': Object.keys(property.effect).some(
      (engine) => !['live', 'events', 'ignored'].includes(engine),
    ),
    'it accepts null, an object or a function': ![null, {}, () => 0].every(refuses),
    'it stands at a hidden place in the panel': !isInPanel(kind, name, property),
    'its reference differs': !isInReference(kind, name, property),
    'it is shown on a condition that cannot hold': !hasPossibleCondition(kind, property),
    'its default is refused': property.type !== 'mirror' && refuses(property.default),
    'it has no unit': property.type === 'number' && property.unit === undefined && !WITHOUT_UNIT.includes(name),
    'a default is stored for what is not stored': property.type === 'mirror' && Object.hasOwn(defaults, name),
  }
  return [
    ...Object.keys(checks).filter((fault) => checks[fault]),
    ...numberFaults(kind.properties, property, defaults),
    ...choiceFaults(kind.properties, property, defaults),
    ...plainFaults(kind.properties, property, defaults),
  ]
}

function numberFaults(properties: Properties, property: Property, defaults: Data): string[] {
  const declared = of(property, 'number')
  if (declared === undefined) return []
  const { min, max } = boundsOf(declared, defaults)
  const beyond = declared.integer ? 1 : 1e-6
  const accepts = (value: unknown) => faultOf(declared, value, defaults) === null
  const linksToNumber = (bound: Bound | undefined) =>
    typeof bound !== 'object' || properties[bound.property]?.type === 'number'
  const checks = {
    'it has no lower bound': min === null,
    'its bounds cross': min !== null && max !== null && min >= max,
    'it refuses its lower bound': min !== null && !accepts(min),
    'it refuses its upper bound': max !== null && !accepts(max),
    'it accepts what is just below': min !== null && accepts(min - beyond),
    'it accepts what is just above': max !== null && accepts(max + beyond),
    'it refuses a large number': max === null && !accepts(1e12),
    'it is wrong about fractions': accepts(declared.default + 1e-6) === declared.integer,
    'it accepts what is not a number': [Number.NaN, Number.POSITIVE_INFINITY, '5', true].some(accepts),
    'its slider has an end that moves or none':
      declared.slider === true && (typeof declared.min !== 'number' || typeof declared.max !== 'number'),
    'its bound is linked to no number': ![declared.min, declared.max].every(linksToNumber),
  }
  return Object.entries(checks).flatMap(([fault, present]) => (present ? [fault] : []))
}

function choiceFaults(properties: Properties, property: Property, defaults: Data): string[] {
  const declared = of(property, 'choice')
  const dependent = of(property, 'dependent-choice')
  const faults: string[] = []
  const beside = dependent === undefined ? [defaults] : governingValues(properties, dependent.dependsOn, defaults)
  for (const data of declared === undefined && dependent === undefined ? [] : beside) {
    const options = optionsOf(property, data)
    const values = options.map(({ value }) => value)
    if (values.length < 2) faults.push('it offers no choice')
    if (new Set(values).size < values.length) faults.push('it offers an option twice')
    if (options.some(({ label }) => label.trim() === '')) faults.push('it offers an option without a label')
    if (values.some((value) => faultOf(property, value, data) !== null)) faults.push('it refuses an option')
    if (faultOf(property, 'no such option', data) === null) faults.push('it accepts what is not an option')
  }
  return faults
}

/** The data with each option of the controlling choice. */
function governingValues(properties: Properties, governing: string, defaults: Data): Data[] {
  const property = properties[governing]
  return property === undefined
    ? []
    : optionsOf(property, defaults).map(({ value }) => ({ ...defaults, [governing]: value }))
}

function plainFaults(properties: Properties, property: Property, defaults: Data): string[] {
  const accepts = (value: unknown) => faultOf(property, value, defaults) === null
  const text = of(property, 'text')
  const mirror = of(property, 'mirror')
  const behind = mirror === undefined ? undefined : properties[mirror.of]
  const checks = {
    'it accepts what is neither true nor false':
      (property.type === 'flag' || mirror !== undefined) && ['true', 1, 0, ''].some(accepts),
    'it accepts a text that is too long':
      text !== undefined && (!accepts('x'.repeat(text.maxLength)) || accepts('x'.repeat(text.maxLength + 1))),
    'it accepts wrong lists':
      property.type === 'list' && (!accepts(['a', 'b']) || [['a', 'a'], [''], [' '], [1], 'a'].some(accepts)),
    'it mirrors a value that is not allowed':
      mirror !== undefined &&
      (behind === undefined ||
        mirror.on === mirror.off ||
        [mirror.on, mirror.off].some((value) => faultOf(behind, value, defaults) !== null)),
  }
  return Object.entries(checks).flatMap(([fault, present]) => (present ? [fault] : []))
}

function isInPanel(kind: AnyKind, name: string, property: Property): boolean {
  const data = shownData(kind, property)
  const fields = panelFields(kind.properties, [{ kind, data }])
  const places = panelSections(fields).flatMap(({ id, fields }) => fields.map((field) => ({ id, ...field })))
  const found = places.filter((place) => place.name === name)
  return found.length === 1 && found[0]?.id === property.section && found[0].property === property
}

function isInReference(kind: AnyKind, name: string, property: Property): boolean {
  const rows = referenceRows(kind).filter((row) => row.name === name)
  const [row] = rows
  return (
    rows.length === 1 &&
    row?.label === property.label &&
    row.live === (property.effect.live ?? '') &&
    row.events === (property.effect.events ?? '') &&
    row.unit === (property.unit ?? '') &&
    row.allowed !== '' &&
    row.help.startsWith(property.help)
  )
}

function hasPossibleCondition(kind: AnyKind, property: Property): boolean {
  const condition = property.visibleWhen
  if (condition === undefined) return true
  const governing = kind.properties[condition.property]
  if (governing === undefined || governing.type === 'mirror') return false
  const shown = shownData(kind, property)
  const other = governing.type === 'flag' ? !condition.is : governing.default
  const hidden = { ...shown, [condition.property]: other }
  return isVisible(property, shown) && (other === condition.is || !isVisible(property, hidden))
}

/** The default data, edited so that the property is visible. */
function shownData(kind: AnyKind, { visibleWhen }: Property): Data {
  const defaults = defaultsOf(kind.properties)
  if (visibleWhen === undefined) return defaults
  const edit = setProperty(kind, defaults, visibleWhen.property, visibleWhen.is)
  return edit.ok ? edit.data : {}
}
