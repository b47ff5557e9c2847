import { describe, expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { surroundings, TESTED_KINDS, written } from './rigs.ts'
import { findPair } from './search.ts'

describe('every property of every kind', () => {
  it.each(TESTED_KINDS.map((kind) => [kind.name, kind] as const))(
    '[SIM-240] [SIM-241] [EDT-459] %s does to the model what the reference says, or nothing',
    (_, kind) => {
      const all = surroundings(kind.properties)
      const faults = Object.entries(kind.properties).flatMap(([name, property]) => {
        if (property.type === 'mirror') return []
        const states = property.effect.events !== undefined
        const pair = findPair(kind, name, {
          isDifferent: (before, after) => written(before, states) !== written(after, states),
          deep: states,
          around: states ? all : sized({ small: all.slice(0, 3), full: all }),
        })
        if (states && pair === null) return [`${name} is said to have an effect, and has none`]
        if (!states && pair !== null) return [`${name} is said to have no effect, and changes the model: ${pair.words}`]
        return []
      })
      expect(faults).toEqual([])
    },
    120_000,
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
