import type { Properties, Property, PropertyValue } from './descriptors.ts'
import type { LinkedRule } from './kinds.ts'
import { completeData, type Data, faultOf, holds, optionsOf } from './validation.ts'

interface Editable {
  readonly properties: Properties
  readonly rules: readonly LinkedRule[]
}

/** The data after an edit, or why the edit is refused. */
export type Edit =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly path: string; readonly message: string }

/**
 * Sets the property at `path` and the properties linked to it. The path is a property's name, or the name and the index
 * of a list item (`supportedProtocols.0`). Checks the changed property only; missing properties count as their defaults.
 */
export function setProperty(kind: Editable, data: Data, path: string, value: unknown): Edit {
  const [name = '', ...inner] = path.split('.')
  const property = Object.hasOwn(kind.properties, name) ? kind.properties[name] : undefined
  if (property === undefined) return { ok: false, path, message: 'is not a property of this kind' }
  const before = completeData(kind.properties, data)
  const next = inner.length === 0 ? value : withItem(before[name], inner, value)
  if (next === undefined && inner.length > 0) return { ok: false, path, message: 'reaches no value of this property' }
  const message = faultOf(property, next, before)
  if (message !== null) return { ok: false, path, message }
  const held = heldBy(kind.rules, before, name)
  if (held !== undefined && held !== next) return { ok: false, path, message: `stays ${held}` }
  const change = storedChange(name, property, next as PropertyValue)
  return { ok: true, data: { ...data, ...linkedChanges(kind, before, change) } }
}

/** The value that a rule holds a property at; undefined where none does. */
function heldBy(rules: readonly LinkedRule[], data: Data, name: string): PropertyValue | undefined {
  return rules.find(({ isHeld, when, set }) => isHeld && Object.hasOwn(set, name) && holds(when, data))?.set[name]
}

/** The displayed value: the stored one, or for a mirror whether the mirrored property differs from its "off" value. */
export function shownValue(name: string, property: Property, data: Data): unknown {
  return property.type === 'mirror' ? data[property.of] !== property.off : data[name]
}

function storedChange(name: string, property: Property, value: PropertyValue): [name: string, value: PropertyValue] {
  if (property.type !== 'mirror') return [name, value]
  return [property.of, value === true ? property.on : property.off]
}

/** The change with its effects on linked properties and dependent choices. */
function linkedChanges(kind: Editable, before: Data, [name, value]: [string, PropertyValue]): Data {
  const changes: Record<string, PropertyValue> = { [name]: value }
  for (const rule of kind.rules) {
    const fires = rule.when.property === name && rule.when.is === value
    if (fires && (rule.and === undefined || holds(rule.and, before))) Object.assign(changes, rule.set)
  }
  for (const [dependent, property] of Object.entries(kind.properties)) {
    if (property.type !== 'dependent-choice' || property.dependsOn !== name) continue
    const offered = optionsOf(property, changes)
    if (!offered.some((option) => option.value === before[dependent])) changes[dependent] = ''
  }
  return changes
}

/** The list with one item replaced; undefined when the path is no index of it. */
function withItem(list: unknown, path: readonly string[], item: unknown): unknown {
  const index = Array.isArray(list) ? Object.keys(list).indexOf(path.join('.')) : -1
  return index < 0 ? undefined : (list as readonly unknown[]).with(index, item)
}
