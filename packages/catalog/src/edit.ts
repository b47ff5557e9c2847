import type { Properties, Property, PropertyValue } from './descriptors.ts'
import type { LinkedRule } from './kinds.ts'
import { type Data, faultOf, holds, optionsOf } from './validation.ts'

interface Editable {
  readonly properties: Properties
  readonly rules: readonly LinkedRule[]
}

/** The data after an edit, or why the edit is refused. */
export type Edit =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly path: string; readonly message: string }

/**
 * `data` with the property at `path` set to `value`, and everything that is linked to it. The path is a property's
 * name, or goes on by dots into its value (`supportedProtocols.0`). Only the changed property is checked.
 */
export function setProperty(kind: Editable, data: Data, path: string, value: unknown): Edit {
  const [name = '', ...inner] = path.split('.')
  const property = Object.hasOwn(kind.properties, name) ? kind.properties[name] : undefined
  if (property === undefined) return { ok: false, path, message: 'is not a property of this kind' }
  const next = inner.length === 0 ? value : replaceWithin(data[name], inner, value)
  const message = faultOf(property, next, data)
  if (message !== null) return { ok: false, path, message }
  return { ok: true, data: withLinked(kind, data, storedChange(name, property, next as PropertyValue)) }
}

/** What a property shows: its stored value, or for a mirror whether the property behind it has the "on" value. */
export function shownValue(name: string, property: Property, data: Data): unknown {
  return property.type === 'mirror' ? data[property.of] === property.on : data[name]
}

function storedChange(name: string, property: Property, value: PropertyValue): [name: string, value: PropertyValue] {
  if (property.type !== 'mirror') return [name, value]
  return [property.of, value === true ? property.on : property.off]
}

function withLinked(kind: Editable, before: Data, [name, value]: [string, PropertyValue]): Data {
  const data: Record<string, unknown> = { ...before, [name]: value }
  for (const rule of kind.rules) {
    const fires = rule.when.property === name && rule.when.is === value
    if (fires && (rule.and === undefined || holds(rule.and, before))) Object.assign(data, rule.set)
  }
  for (const [dependent, property] of Object.entries(kind.properties)) {
    if (property.type !== 'dependent-choice' || property.dependsOn !== name) continue
    const stillOffered = optionsOf(property, data).some((option) => option.value === data[dependent])
    if (!stillOffered) data[dependent] = ''
  }
  return data
}

/** A copy of `value` with the place at `path` replaced; only own, existing places are reached. */
function replaceWithin(value: unknown, [key = '', ...rest]: readonly string[], replacement: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  const inner = rest.length === 0 ? replacement : replaceWithin(Reflect.get(value, key), rest, replacement)
  if (Array.isArray(value)) return value.with(Number(key), inner)
  return { ...value, [key]: inner }
}
