import type { Bound, Condition, Option, Properties, Property, PropertyValue } from './descriptors.ts'

/** The stored data of an element: declared properties and unknown keys, such as those of another version. */
export type Data = Readonly<Record<string, unknown>>

/** A fault with its dotted path. */
export interface Fault {
  readonly path: string
  readonly message: string
}

/** The bounds of a number property for this data, with linked bounds resolved; null without a bound. */
export function boundsOf(property: Property, data: Data): { min: number | null; max: number | null } {
  if (property.type !== 'number') return { min: null, max: null }
  return { min: resolveBound(property.min, data), max: resolveBound(property.max, data) }
}

const NO_OPTIONS: readonly Option[] = []

/** The options of a choice for this data; those of a dependent choice begin with its empty placeholder. */
export function optionsOf(property: Property, data: Data): readonly Option[] {
  if (property.type === 'choice') return property.options
  if (property.type !== 'dependent-choice') return NO_OPTIONS
  const placeholder = { value: '', label: property.placeholder }
  const controlling = data[property.dependsOn]
  const options = typeof controlling === 'string' && Object.hasOwn(property.optionsBy, controlling)
  return [placeholder, ...(options ? (property.optionsBy[controlling as string] ?? []) : [])]
}

/** Whether the panel shows the property for this data. */
export const isVisible = (property: Property, data: Data): boolean =>
  property.visibleWhen === undefined || holds(property.visibleWhen, data)

export const holds = (condition: Condition, data: Data): boolean => data[condition.property] === condition.is

const LIST_LIMITS = { items: 100, itemLength: 200 }

/** Why the property does not allow `value`, given the other values in `data`; null when it does. */
export function faultOf(property: Property, value: unknown, data: Data): string | null {
  return CHECKS[property.type](property as never, value, data)
}

/** Every fault of `data`; missing properties count as their defaults. */
export function checkData(properties: Properties, data: Data): Fault[] {
  const faults: Fault[] = []
  const complete = completeData(properties, data)
  for (const [name, property] of derivedOf(properties).entries) {
    if (property.type === 'mirror' || !Object.hasOwn(data, name)) continue
    const message = faultOf(property, data[name], complete)
    if (message !== null) faults.push({ path: name, message })
  }
  return faults
}

/** The data of an element with every property at its default; always the same object for a kind. */
export function defaultsOf(properties: Properties): Defaults {
  return derivedOf(properties).defaults
}

/**
 * Adds missing properties at their defaults; returns `data` itself when it is complete. A dependent choice whose default is
 * not among its options becomes empty.
 */
export function completeData(properties: Properties, data: Data): Data {
  const { stored, defaults, dependents } = derivedOf(properties)
  // Most data is complete, and a copy takes longer than this check.
  if (stored.every((name) => Object.hasOwn(data, name))) return data
  const complete: Record<string, unknown> = { ...defaults, ...data }
  for (const [name, property] of dependents) {
    if (Object.hasOwn(data, name)) continue
    if (!optionsOf(property, complete).some(({ value }) => value === complete[name])) complete[name] = ''
  }
  return complete
}

type Defaults = Readonly<Record<string, PropertyValue>>

/** Values derived from a kind's properties. */
interface Derived {
  entries: readonly (readonly [string, Property])[]
  /** The names in `defaults`. */
  stored: readonly string[]
  defaults: Defaults
  dependents: readonly (readonly [string, DependentChoice])[]
}

type DependentChoice = Extract<Property, { type: 'dependent-choice' }>

/** Cached, because parsing a flow of 10,000 nodes needs it 50,000 times, which would take longer than all checks. */
const DERIVED = new WeakMap<Properties, Derived>()

function derivedOf(properties: Properties): Derived {
  const cached = DERIVED.get(properties)
  if (cached !== undefined) return cached
  const entries = Object.entries(properties)
  const defaults: Record<string, PropertyValue> = {}
  for (const [name, property] of entries) if (property.type !== 'mirror') defaults[name] = property.default
  const dependents = entries.flatMap(([name, property]) =>
    property.type === 'dependent-choice' ? [[name, property] as const] : [],
  )
  const derived = { entries, stored: Object.keys(defaults), defaults: Object.freeze(defaults), dependents }
  DERIVED.set(properties, derived)
  return derived
}

type Check<T extends Property['type']> = (
  property: Extract<Property, { type: T }>,
  value: unknown,
  data: Data,
) => string | null

const CHECKS: { readonly [T in Property['type']]: Check<T> } = {
  number: (property, value, data) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
    if (property.integer && !Number.isSafeInteger(value)) return 'must be a whole number'
    const { min, max } = boundsOf(property, data)
    if (min !== null && value < min) return `must be at least ${min}${nameOfBound(property.min)}`
    if (max !== null && value > max) return `must be at most ${max}${nameOfBound(property.max)}`
    return null
  },
  choice: (property, value) => oneOf(property.options, value),
  'dependent-choice': (property, value, data) => oneOf(optionsOf(property, data), value),
  flag: (_, value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  mirror: (_, value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  text: (property, value) => {
    if (typeof value !== 'string') return 'must be a text'
    const fits = value.length <= property.maxLength || [...value].length <= property.maxLength
    return fits ? null : `must be at most ${property.maxLength} characters`
  },
  list: (_, value) => {
    if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) return 'must be a list of texts'
    if (value.length > LIST_LIMITS.items) return `must hold at most ${LIST_LIMITS.items} texts`
    if (value.some((item) => item.length > LIST_LIMITS.itemLength)) {
      return `must hold texts of at most ${LIST_LIMITS.itemLength} characters`
    }
    if (value.some((item) => item.trim() === '')) return 'must not hold an empty text'
    return new Set(value).size === value.length ? null : 'must not hold the same text twice'
  },
}

function oneOf(options: readonly Option[], value: unknown): string | null {
  if (options.some((option) => option.value === value)) return null
  return `must be one of ${options.map((option) => (option.value === '' ? "''" : option.value)).join(', ')}`
}

/** A linked bound is open while its property holds no number. */
function resolveBound(bound: Bound | undefined, data: Data): number | null {
  if (bound === undefined) return null
  if (typeof bound === 'number') return bound
  const value = data[bound.property]
  return typeof value === 'number' ? value : null
}

const nameOfBound = (bound: Bound | undefined): string => (typeof bound === 'object' ? ` (${bound.property})` : '')
