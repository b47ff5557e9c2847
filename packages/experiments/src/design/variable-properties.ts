import { completeData, edgeKind, isVisible, nodeKind, type Properties, type Property } from '@plimsoll/catalog'
import type { Flow } from '@plimsoll/flow'
import { nameIn } from './part-names.ts'

/** A component or connection with the properties that make a difference to a simulation. */
export interface VariablePart {
  readonly of: 'nodes' | 'edges'
  readonly id: string
  /** How a setting names it: its label, or its id where the label does not say which. */
  readonly name: string
  /** How a person knows it. */
  readonly title: string
  readonly properties: readonly VariableProperty[]
}

export interface VariableProperty {
  /** Of the kind, such as `instances`. */
  readonly name: string
  readonly label: string
  readonly unit: string
  readonly declared: Exclude<Property, { type: 'mirror' }>
  readonly value: unknown
}

/** They divide a name from its property and its value. */
const RESERVED = /[=.]/

/** What can be varied of a flow; properties without an effect on the event engine, and those that are hidden, are left out. */
export function variableParts(flow: Flow): readonly VariablePart[] {
  const titles = new Map(flow.nodes.map(({ id, data }) => [id, data.label || id]))
  return [
    ...flow.nodes.map(({ id, type, data }) => ({
      of: 'nodes' as const,
      id,
      name: nameIn(flow, { id, label: data.label, reserved: RESERVED }),
      title: data.label || id,
      properties: propertiesOf(nodeKind(type).properties, data),
    })),
    ...flow.edges.map(({ id, type, source, target, data }) => ({
      of: 'edges' as const,
      id,
      name: nameIn(flow, { id, label: data.label, reserved: RESERVED }),
      title: data.label || `${titles.get(source)} → ${titles.get(target)}`,
      properties: propertiesOf(edgeKind(type).properties, data),
    })),
  ].filter(({ properties }) => properties.length > 0)
}

function propertiesOf(properties: Properties, stored: Readonly<Record<string, unknown>>): readonly VariableProperty[] {
  const data = completeData(properties, stored)
  return Object.entries(properties).flatMap(([name, declared]) =>
    declared.type === 'mirror' || declared.effect.events === undefined || !isVisible(declared, data)
      ? []
      : [{ name, label: declared.label, unit: declared.unit ?? '', declared, value: data[name] }],
  )
}

/** The setting that a typed value of a picked property means: `+2`, `-1`, `*1.5` and `×1.5` are from the present value. */
export function settingOf(
  { name }: VariablePart,
  { name: property, declared }: VariableProperty,
  typed: string,
): string {
  const text = typed.trim()
  const isNumber = declared.type === 'number'
  const [, sign, amount] = /^([+*×−-])\s*(.+)$/.exec(text) ?? []
  const mayBeNegative = isNumber && !(typeof declared.min === 'number' && declared.min >= 0)
  if (!isNumber || sign === undefined || (sign === '-' && mayBeNegative)) return `${name}.${property}=${text}`
  return `${name}.${property}${{ '+': '+', '*': '*', '×': '*', '−': '-', '-': '-' }[sign]}=${amount}`
}
