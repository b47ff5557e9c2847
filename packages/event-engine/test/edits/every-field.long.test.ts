import { describe, expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { ModelRun } from '../../src/engine/run-model.ts'
import { checkConservation } from '../../src/report/conservation.ts'
import { compiled, otherValues, TESTED_KINDS } from '../compile/rigs.ts'
import { audit } from './audit.ts'

const SEED = 11
/** Of each property. */
const MOST_VALUES = sized({ small: 1, full: Number.POSITIVE_INFINITY })

describe('an edit of a field', () => {
  it.each(TESTED_KINDS.map((kind) => [kind.name, kind] as const))(
    '[SIM-472] of a %s keeps every counter right, there and back',
    (_, { properties, rig }) => {
      const usual = Object.fromEntries(
        Object.entries(properties).flatMap(([name, property]) =>
          property.type === 'mirror' ? [] : [[name, property.default]],
        ),
      )
      const before = compiled(rig(usual)).model
      const faults = Object.entries(properties).flatMap(([name, property]) =>
        otherValues(property)
          .slice(0, MOST_VALUES)
          .flatMap((value) => {
            const after = compiled(rig({ ...usual, [name]: value })).model
            const run = new ModelRun(before, { seed: SEED, horizonMs: 1e9 })
            const found: string[] = []
            for (const [index, model] of [after, before, after].entries()) {
              run.advance(700 * (index + 1))
              run.apply(model)
              found.push(...audit(run.run))
            }
            run.advance(3000)
            found.push(...audit(run.run))
            checkConservation({ ...run.whole, ...run.measure(), traces: [], slices: NO_SLICES })
            return found.map((fault) => `${name} ${JSON.stringify(value)}: ${fault}`)
          }),
      )
      expect(faults).toEqual([])
    },
    300_000,
  )
})

const NO_SLICES = { durationMs: 0, responses: [], inSystemMs: [] }
