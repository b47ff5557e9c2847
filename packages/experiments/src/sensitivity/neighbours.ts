import type { Flow } from '@plimsoll/flow'
import { applySettings, unknownSetting } from '../design/apply-settings.ts'
import { type VariablePart, type VariableProperty, variableParts } from '../design/variable-properties.ts'

/** A numeric property with a value below its own and one above; null: it cannot be lower, or higher. */
export interface Neighbours {
  readonly part: VariablePart
  readonly property: VariableProperty
  readonly low: Side | null
  readonly high: Side | null
}

export interface Side {
  readonly value: number
  readonly flow: Flow
}

/** Each numeric property of these parts, less and more by a share; one that is 0 stays as it is. */
export const neighboursOf = (flow: Flow, ids: ReadonlySet<string>, by: number): readonly Neighbours[] =>
  numbersOf(flow)
    .filter(({ part, value }) => ids.has(part.id) && value !== 0)
    .map(({ part, property, value }) => {
      const isWhole = property.declared.type === 'number' && property.declared.integer
      const [less, more] = [value * (1 - by), value * (1 + by)]
      const at = (wanted: number, least: number) => (isWhole ? least : Number(wanted.toPrecision(12)))
      return {
        part,
        property,
        low: sideOf(flow, part, property, at(less, Math.min(Math.round(less), value - 1))),
        high: sideOf(flow, part, property, at(more, Math.max(Math.round(more), value + 1))),
      }
    })
    .filter(({ low, high }) => low !== null || high !== null)

function numbersOf(flow: Flow) {
  return variableParts(flow).flatMap((part) =>
    part.properties.flatMap((property) =>
      property.declared.type === 'number' && typeof property.value === 'number'
        ? [{ part, property, value: property.value }]
        : [],
    ),
  )
}

/** Null: the property does not take the value. */
function sideOf(flow: Flow, part: VariablePart, { name }: VariableProperty, value: number): Side | null {
  const settled = applySettings(flow, [`${part.name}.${name}=${value}`])
  return settled.ok ? { value, flow: settled.flow } : null
}

/** The ends of ranges that were given, such as `api.instances=1..8`; a text says which names no number. */
export function givenNeighbours(
  flow: Flow,
  ranges: readonly { readonly property: string; readonly values: readonly string[] }[],
): readonly Neighbours[] | string {
  const numbers = numbersOf(flow)
  const found: Neighbours[] = []
  for (const { property: asked, values } of ranges) {
    const one = numbers.find(({ part, property }) =>
      [part.name, part.id].some((name) => `${name}.${property.name}` === asked),
    )
    const ends = [Math.min(...values.map(Number)), Math.max(...values.map(Number))] as const
    if (one === undefined) {
      const unknown = unknownSetting(flow, asked)
      return unknown === null ? `${asked} names no number that the simulation heeds` : `${asked}: ${unknown}`
    }
    if (!ends.every(Number.isFinite)) return `${asked}: a range is from one number to another`
    const { part, property } = one
    const [low, high] = ends.map((value) => sideOf(flow, part, property, value))
    if (!low || !high) return `${asked} does not take ${low ? ends[1] : ends[0]}`
    found.push({ part, property, low, high })
  }
  return found
}
