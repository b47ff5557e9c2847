import type { Data } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import { compiled, otherValues, surroundings, TESTED_KINDS, type TestedKind, TOLD, written } from './rigs.ts'

describe('every property of every kind', () => {
  it.each(TESTED_KINDS.map((kind) => [kind.name, kind] as const))(
    '[SIM-240] [SIM-241] %s does to the model what the reference says, or nothing',
    (_, kind) => {
      const faults = Object.entries(kind.properties).flatMap(([name, property]) => {
        if (property.type === 'mirror') return []
        const states = property.effect.events !== undefined
        const witness = changeBy(kind, name, { withNotes: states, pairs: states })
        if (states && witness === null) return [`${name} is said to have an effect, and has none`]
        if (!states && witness !== null) return [`${name} is said to have no effect, and changes the model: ${witness}`]
        return []
      })
      expect(faults).toEqual([])
    },
  )

  it('[SIM-240] a switch that shows another property says what that one says', () => {
    const faults = TESTED_KINDS.flatMap(({ name: kind, properties }) =>
      Object.entries(properties).flatMap(([name, property]) => {
        if (property.type !== 'mirror') return []
        const of = properties[property.of]?.effect.events
        return (property.effect.events === undefined) === (of === undefined) ? [] : [`${kind} ${name}`]
      }),
    )
    expect(faults).toEqual([])
  })
})

interface Search {
  readonly withNotes: boolean
  /** Whether to try every value of one other property, too. */
  readonly pairs: boolean
}

/** Where a value of the property changes what a flow compiles to, in words; null: nowhere. */
function changeBy(kind: TestedKind, name: string, search: Search): string | null {
  const property = kind.properties[name]
  if (property === undefined) return null
  const values = otherValues(property)
  for (const base of surroundings(kind.properties)) {
    for (const simulation of TOLD) {
      const found = differing(kind, { base, name, values, simulation, ...search })
      if (found !== null) return found
    }
  }
  if (!search.pairs) return null
  const [defaults = {}] = surroundings(kind.properties)
  for (const [other, { type }] of Object.entries(kind.properties)) {
    const beside = kind.properties[other]
    if (other === name || type === 'mirror' || beside === undefined) continue
    for (const value of otherValues(beside)) {
      for (const simulation of TOLD) {
        const base = { ...defaults, [other]: value }
        const found = differing(kind, { base, name, values, simulation, ...search })
        if (found !== null) return found
      }
    }
  }
  return null
}

function differing(
  kind: TestedKind,
  {
    base,
    name,
    values,
    simulation,
    withNotes,
  }: Search & { base: Data; name: string; values: readonly unknown[]; simulation: unknown },
): string | null {
  const before = written(compiled(kind.rig(base), simulation), withNotes)
  const found = values.find((value) => {
    const after = written(compiled(kind.rig({ ...base, [name]: value }), simulation), withNotes)
    return after !== before
  })
  return found === undefined ? null : `${JSON.stringify(found)} with ${JSON.stringify(simulation)}`
}
