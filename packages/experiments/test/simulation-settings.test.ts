import { DEFAULT_SETTINGS, type EventSettings } from '@plimsoll/event-engine'
import { describe, expect, it } from 'vitest'
import { planOf, SIMULATION_SETTINGS } from '../src/index.ts'

/** What is wrong with a flow that has one setting, by its path. */
function faultsWith(name: string, value: unknown): readonly string[] {
  const [first = '', second] = name.split('.')
  const simulation = { durationS: 31_536_000, [first]: second === undefined ? value : { [second]: value } }
  return planOf({ nodes: [], edges: [], simulation } as never).faults.map(({ path }) => path)
}

const of = <K extends string>(kind: K) =>
  SIMULATION_SETTINGS.filter((one) => one.kind === kind) as Extract<(typeof SIMULATION_SETTINGS)[number], { kind: K }>[]

describe('the declared settings of a simulation', () => {
  it.each(of('number').map((one) => [one.name, one] as const))(
    '[EXP-4] [EXP-303] [EXP-304] bound %s',
    (name, { min, max, isWhole }) => {
      expect(faultsWith(name, min)).toEqual([])
      if (name !== 'warmUpS') expect(faultsWith(name, max)).toEqual([])
      for (const wrong of [min - 1, max * 2, 'many', ...(isWhole && !name.includes('.') ? [min + 0.5] : [])])
        expect(faultsWith(name, wrong)).toEqual([`simulation.${name}`])
    },
  )

  it.each(of('choice').map((one) => [one.name, one] as const))(
    '[EXP-4] [EXP-303] [EXP-304] list what %s can be',
    (name, { options }) => {
      for (const { value } of options) expect(faultsWith(name, value)).toEqual([])
      expect(faultsWith(name, 'nothing of the kind')).toEqual([`simulation.${name}`])
    },
  )

  it.each(of('flag').map((one) => [one.name, one] as const))(
    '[EXP-4] [EXP-303] [EXP-304] let %s be true or false',
    (name, one) => {
      for (const value of [true, false]) expect(faultsWith(name, value)).toEqual([])
      expect(faultsWith(name, 1)).toEqual([`simulation.${name}`])
      expect(DEFAULT_SETTINGS[name as keyof EventSettings]).toBe(one.default)
    },
  )

  it('[EXP-4] name defaults that change nothing', () => {
    for (const { name, default: absent } of SIMULATION_SETTINGS) {
      if (absent === null || name === 'seed') continue
      const [first = '', second] = name.split('.')
      const simulation = { [first]: second === undefined ? absent : { [second]: absent } }
      expect(planOf({ nodes: [], edges: [], simulation } as never)).toEqual(planOf({ nodes: [], edges: [] } as never))
    }
  })
})
