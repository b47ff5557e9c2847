import { expect, it } from 'vitest'
import { createEdgeLoad } from '../../src/features/editor/painters/edges/edge-load.ts'

/** What of an element the load is written to, with a count of the writes. */
function recorded() {
  const written: string[] = []
  const style = new Proxy(
    { strokeWidth: '' },
    {
      set: (target, name, value) => {
        written.push(`${String(name)} ${value}`)
        return Reflect.set(target, name, value)
      },
    },
  )
  const colors: string[] = []
  const group = { style: { setProperty: (name: string, value: string) => colors.push(`${name} ${value}`) } }
  const show = createEdgeLoad({
    group: group as unknown as SVGGElement,
    path: { style } as unknown as SVGPathElement,
    look: { tone: 'secure', width: 2 },
  })
  return { colors, style, written, show }
}

it('[EDT-17] an edge gets warmer and thicker with its load, and is as before without', () => {
  const { colors, style, show } = recorded()
  const shown = [0, 0.3, 0.6, 0.8, 1, null].map((utilization) => {
    show(utilization)
    return [utilization, colors.at(-1), style.strokeWidth]
  })
  expect(shown).toEqual([
    [0, '--color var(--load-calm)', '2px'],
    [0.3, '--color var(--load-calm)', '3px'],
    [0.6, '--color var(--load-busy)', '4px'],
    [0.8, '--color var(--load-high)', '4.5px'],
    [1, '--color var(--load-full)', '5px'],
    [null, '--color var(--edge-secure)', '2px'],
  ])
})

it('[EDT-17] writes only what changed by a step', () => {
  const { colors, written, show } = recorded()
  for (const utilization of [0.3, 0.31, 0.32, 0.3, 0.29]) show(utilization)
  expect(written).toEqual(['strokeWidth 3px'])
  expect(colors).toEqual(['--color var(--load-calm)'])
})
