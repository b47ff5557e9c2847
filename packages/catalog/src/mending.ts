import type { Properties, Property } from './descriptors.ts'
import {
  boundsOf,
  checkData,
  completeData,
  type Data,
  defaultsOf,
  type Fault,
  faultOf,
  optionsOf,
} from './validation.ts'

/**
 * Makes data valid that several people changed at once: a value that its property does not allow becomes the nearest that it does, or
 * the default. Gives back `data` itself when nothing is wrong, and the faults that were mended, each with its path.
 */
export function mendData(
  properties: Properties,
  data: Data,
): { readonly data: Data; readonly mended: readonly Fault[] } {
  const mended = checkData(properties, data)
  if (mended.length === 0) return { data, mended }
  let current: Record<string, unknown> = { ...completeData(properties, data) }
  // Bounds can depend on each other: what is mended for one property can be at fault for another.
  for (let pass = 0; pass < PASSES; pass++) {
    const faults = checkData(properties, current)
    if (faults.length === 0) return { data: current, mended }
    for (const { path } of faults) {
      const property = properties[path]
      if (property) current[path] = mendedValue(path, properties, current)
    }
  }
  current = { ...current, ...defaultsOf(properties) }
  return { data: current, mended }
}

const PASSES = 4

function mendedValue(name: string, properties: Properties, data: Data): unknown {
  const property = properties[name] as Property
  const value = data[name]
  // The other end of the two may have been mended by now.
  if (faultOf(property, value, data) === null) return value
  const mended = MENDERS[property.type](property as never, value, data)
  return faultOf(property, mended, data) === null ? mended : defaultsOf(properties)[name]
}

type Mender<T extends Property['type']> = (
  property: Extract<Property, { type: T }>,
  value: unknown,
  data: Data,
) => unknown

const MENDERS: { readonly [T in Property['type']]: Mender<T> } = {
  number: (property, value, data) => {
    const isNumber = typeof value === 'number' && Number.isFinite(value)
    const { min, max } = boundsOf(property, data)
    const most = Math.min(
      isNumber && !(property.integer && !Number.isInteger(value)) ? value : property.default,
      max ?? Infinity,
    )
    return Math.max(most, min ?? -Infinity)
  },
  choice: (property) => property.default,
  'dependent-choice': (property, _, data) =>
    optionsOf(property, data).some(({ value }) => value === property.default) ? property.default : '',
  flag: (property) => property.default,
  mirror: (property, _, data) => data[property.of] !== property.off,
  text: (property, value) => (typeof value === 'string' ? cutText(value, property.maxLength) : property.default),
  list: (property) => property.default,
}

/** The first `length` UTF-16 units of a text, without half a character at the end. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
