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
  options: {
    readonly isDifferent: (before: Model, after: Model) => boolean
    readonly deep: boolean
    /** Those of the kind when absent. */
    readonly around?: readonly Data[]
  },
): Pair | null {
  const { isDifferent, deep, around = surroundings(kind.properties) } = options
  const property = kind.properties[name]
  if (property === undefined) return null
  const values = otherValues(property)
  for (const base of deep ? [...around, ...beside(kind, name)] : around) {
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

/** Each is held against many others. */
const MODELS = new WeakMap<TestedKind, Map<string, Model>>()

function model(kind: TestedKind, data: Data, simulation: unknown): Model {
  const known = MODELS.get(kind) ?? new Map<string, Model>()
  MODELS.set(kind, known)
  const key = JSON.stringify([Object.entries(data).sort(([one], [other]) => (one < other ? -1 : 1)), simulation])
  const found = known.get(key) ?? compiledOf(kind, data, simulation)
  known.set(key, found)
  return found
}

function compiledOf(kind: TestedKind, data: Data, simulation: unknown): Model {
  const { nodes, edges } = kind.rig(data)
  const result = compile({ nodes, edges }, settings(simulation))
  if (!result.ok) throw new Error(JSON.stringify(result.faults))
  return result
}
