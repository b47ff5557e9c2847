import { expect, test } from 'vitest'
import { dockLook } from '../../src/features/editor/dock-look.ts'

const OPEN = { isSelected: true, isPropertiesOpen: true, isSimulationOpen: true, tab: 'properties' } as const

test('[EDT-410] both panels are open, one above the other; without a selection there are no properties', () => {
  const look = { properties: 'panel', simulation: 'panel', hasTabs: false }
  expect(dockLook({ ...OPEN, layout: 'stack' })).toEqual(look)
  expect(dockLook({ ...OPEN, layout: 'stack', isSelected: false })).toEqual({ ...look, properties: null })
})

test('[EDT-415] a panel that is folded beside the other is a bar, and both are a rail', () => {
  const stack = { ...OPEN, layout: 'stack' } as const
  const looks = [
    { isSimulationOpen: false },
    { isPropertiesOpen: false },
    { isPropertiesOpen: false, isSimulationOpen: false },
    { isSelected: false, isSimulationOpen: false },
  ].map((folded) => {
    const { properties, simulation } = dockLook({ ...stack, ...folded })
    return `${properties} ${simulation}`
  })
  expect(looks).toEqual(['panel bar', 'bar panel', 'rail rail', 'null rail'])
})

test('[EDT-416] with tabs one panel is open at a time: the chosen one, else the one that is not folded', () => {
  const tabs = { ...OPEN, layout: 'tabs' } as const
  const looks = [
    {},
    { tab: 'simulation' },
    { isPropertiesOpen: false },
    { tab: 'simulation', isSimulationOpen: false },
    { isPropertiesOpen: false, isSimulationOpen: false },
    { isSelected: false },
  ].map((more) => {
    const { properties, simulation, hasTabs } = dockLook({ ...tabs, ...(more as object) })
    return `${properties} ${simulation}${hasTabs ? ' with tabs' : ''}`
  })
  expect(looks).toEqual([
    'panel bar with tabs',
    'null panel with tabs',
    'null panel with tabs',
    'panel bar with tabs',
    'rail rail',
    'null panel',
  ])
})

test('[EDT-417] on a small screen properties are shown on demand, and the folded Simulation Panel is a bar', () => {
  const sheets = { ...OPEN, layout: 'sheets', isSimulationOpen: false } as const
  expect(dockLook(sheets)).toEqual({ properties: 'panel', simulation: 'bar', hasTabs: false })
  expect(dockLook({ ...sheets, isPropertiesOpen: false }).properties).toBeNull()
})
