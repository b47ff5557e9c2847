import type { Properties, Property, PropertyValue } from '@plimsoll/catalog'

/** Other values that the property allows. */
function otherValues(property: Property): readonly PropertyValue[] {
  if (property.type === 'number') {
    const { default: old, max } = property
    return [typeof max === 'number' && old * 2 > max ? old / 2 : old * 2 + 1]
  }
  if (property.type === 'choice')
    return property.options.map(({ value }) => value).filter((value) => value !== property.default)
  if (property.type === 'flag') return [!property.default]
  if (property.type === 'list') return [[...property.default, 'another']]
  if (property.type === 'text') return [`${property.default} other`]
  return []
}

/** A property with values to try. */
export interface Row {
  readonly type: string
  readonly name: string
  /** Whether the property is stated to affect the live engine. */
  readonly stated: string
  /** Settings beside which it counts: what shows it, and what it shows. */
  readonly beside: Readonly<Record<string, PropertyValue>>
  readonly values: readonly PropertyValue[]
}

/** All properties of the kinds that have another value than the default. */
export function rows(kinds: readonly { readonly type: string; readonly properties: Properties }[]): Row[] {
  return kinds.flatMap(({ type, properties }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      const values = otherValues(property)
      if (values.length === 0) return []
      const shown = Object.entries(properties).flatMap(([other, { visibleWhen, ...declared }]) => {
        const value = visibleWhen?.property === name ? otherValues(declared as Property)[0] : undefined
        return value === undefined ? [] : [[other, value] as const]
      })
      const condition = property.visibleWhen
      const beside = { ...Object.fromEntries(shown), ...(condition && { [condition.property]: condition.is }) }
      return [{ type, name, stated: property.effect.live === undefined ? 'no effect' : 'an effect', beside, values }]
    }),
  )
}
