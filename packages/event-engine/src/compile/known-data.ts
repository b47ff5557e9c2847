import type { Data, Properties, Property } from '@plimsoll/catalog'

type Holds<T extends Property['type']> = (value: unknown, property: Extract<Property, { type: T }>) => boolean

const HOLDS: { readonly [T in Property['type']]: Holds<T> } = {
  number: (value) => typeof value === 'number' && !Number.isNaN(value),
  choice: (value, { options }) => options.some((option) => option.value === value),
  'dependent-choice': (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  list: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  mirror: () => false,
}

/**
 * The part of `data` that a kind knows and that is of the right type: what another kind left there has no effect, nor what no
 * property can hold. Numbers may still be out of range.
 */
export function knownData(properties: Properties, data: Data): Data {
  const known = Object.entries(data).filter(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return property !== undefined && HOLDS[property.type](value, property as never)
  })
  return Object.fromEntries(known)
}
