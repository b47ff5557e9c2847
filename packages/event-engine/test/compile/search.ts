import type { Data } from '@plimsoll/catalog'
import { type Compiled, compile } from '../../src/compile/index.ts'
import { otherValues, SETTINGS_VARIANTS, settings, surroundings, type TestedKind } from './rigs.ts'

type Model = Extract<Compiled, { ok: true }>

/** Two flows that differ in one value of the property. */
export interface Pair {
  readonly before: Model
  readonly after: Model
  readonly words: string
}

/**
 * The first pair that differs as `isDifferent` says, among the property's values beside its kind's surroundings and the settings of
 * runs, then beside each value of one other property; null: there is none.
 */
export function findPair(
  kind: TestedKind,
  name: string,
  { isDifferent, deep }: { readonly isDifferent: (before: Model, after: Model) => boolean; readonly deep: boolean },
): Pair | null {
  const property = kind.properties[name]
  if (property === undefined) return null
  const values = otherValues(property)
  for (const base of deep ? [...surroundings(kind.properties), ...beside(kind, name)] : surroundings(kind.properties)) {
    for (const simulation of SETTINGS_VARIANTS) {
      const before = model(kind, base, simulation)
      for (const value of values) {
        const after = model(kind, { ...base, [name]: value }, simulation)
        const words = `${JSON.stringify(value)} with ${JSON.stringify(simulation)}`
        if (isDifferent(before, after)) return { before, after, words }
      }
    }
  }
  return null
}

/** The defaults with each value of one other property. */
function* beside(kind: TestedKind, name: string): Generator<Data> {
  const [defaults = {}] = surroundings(kind.properties)
  for (const [other, property] of Object.entries(kind.properties)) {
    if (other !== name) for (const value of otherValues(property)) yield { ...defaults, [other]: value }
  }
}

function model(kind: TestedKind, data: Data, simulation: unknown): Model {
  const { nodes, edges } = kind.rig(data)
  const result = compile({ nodes, edges }, settings(simulation))
  if (!result.ok) throw new Error(JSON.stringify(result.faults))
  return result
}
