import { boundsOf, type Data, type Properties, type Property } from '@plimsoll/catalog'

const figure = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15 })

/** Why a value is refused that the catalog finds this fault in: for a number what it may be. */
export function refusalText(fault: string, property: Property, properties: Properties, data: Data): string {
  if (property.type === 'number') return `Must be ${rangeText(property, properties, boundsOf(property, data))}`
  return fault.slice(0, 1).toUpperCase() + fault.slice(1)
}

interface Bounds {
  readonly min: number | null
  readonly max: number | null
}

/** What a number property may be within these bounds: `1 – 128 cores`, `at least 1 ms`, `any number`; empty for others. */
export function rangeText(property: Property, properties: Properties, { min, max }: Bounds): string {
  if (property.type !== 'number') return ''
  const unit = property.unit === undefined ? '' : ` ${property.unit}`
  const linked = [property.min, property.max]
    .map((bound) => (typeof bound === 'object' ? properties[bound.property]?.label : undefined))
    .filter((label) => label !== undefined)
  const why = linked.length === 0 ? '' : ` (${linked.join(', ')})`
  return `${spanned(min, max)}${min === null && max === null ? '' : unit}${why}`
}

function spanned(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${figure.format(min)} – ${figure.format(max)}`
  if (min !== null) return `at least ${figure.format(min)}`
  if (max !== null) return `at most ${figure.format(max)}`
  return 'any number'
}
