import type { Bound, Effect, NumberProperty, Option, Properties, Property, PropertyValue } from './descriptors.ts'

/** One property in the reference, as text; cells may be empty. */
export interface ReferenceRow {
  readonly name: string
  readonly label: string
  readonly default: string
  readonly allowed: string
  readonly unit: string
  readonly live: string
  readonly events: string
  readonly help: string
}

/** The reference of a kind: one row for each property, in order of declaration. */
export const referenceRows = (kind: { readonly properties: Properties }): ReferenceRow[] =>
  Object.entries(kind.properties).map(([name, property]) => ({
    name,
    label: property.label,
    default: property.type === 'mirror' ? '' : valueText(property.default),
    allowed: allowed(property),
    unit: property.unit ?? '',
    ...effects(property.effect),
    help: [property.help, visibility(property)].filter((sentence) => sentence !== '').join(' '),
  }))

const effects = ({ live = '', events = '' }: Effect) => ({ live, events })

const visibility = ({ visibleWhen }: Property): string =>
  visibleWhen === undefined ? '' : `Shown while ${visibleWhen.property} is ${valueText(visibleWhen.is)}.`

type Describe<T extends Property['type']> = (property: Extract<Property, { type: T }>) => string

const allowed = (property: Property): string => ALLOWED[property.type](property as never)

const ALLOWED: { readonly [T in Property['type']]: Describe<T> } = {
  number: (property) => (property.integer ? `${range(property)}, whole` : range(property)),
  choice: ({ options }) => choices(options),
  'dependent-choice': ({ optionsBy }) =>
    [...Object.entries(optionsBy).map(([of, options]) => `${of}: ${choices(options)}`), 'or empty'].join('; '),
  flag: () => 'yes or no',
  text: ({ maxLength }) => `text of at most ${valueText(maxLength)} characters`,
  list: () => 'distinct texts, none empty',
  mirror: ({ of, on, off }) => `yes: ${of} is ${valueText(on)}; no: ${valueText(off)}`,
}

function range({ min, max }: NumberProperty): string {
  if (min === undefined) return max === undefined ? 'any number' : `at most ${boundText(max)}`
  return max === undefined ? `at least ${boundText(min)}` : `${boundText(min)} to ${boundText(max)}`
}

const boundText = (bound: Bound): string => (typeof bound === 'object' ? bound.property : valueText(bound))

const choices = (options: readonly Option[]): string =>
  options.map(({ value, label }) => (value === label ? value : `${valueText(value)} (${label})`)).join(', ')

function valueText(value: PropertyValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 6 })
  if (typeof value === 'string') return value === '' ? 'empty' : value
  return value.length === 0 ? 'empty' : value.join(', ')
}
