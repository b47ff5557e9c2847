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
  const group = { dataset: {} as Record<string, string> }
  const show = createEdgeLoad({
    group: group as unknown as SVGGElement,
    path: { style } as unknown as SVGPathElement,
    width: 2,
  })
  return { group, style, written, show }
}

it('[EDT-17] a line gets warmer and thicker with its load, and is as before without', () => {
  const { group, style, show } = recorded()
  const shown = [0, 0.3, 0.6, 0.8, 1, null].map((utilization) => {
    show(utilization)
    return [utilization, group.dataset.load, style.strokeWidth]
  })
  expect(shown).toEqual([
    [0, 'calm', '2px'],
    [0.3, 'calm', '3px'],
    [0.6, 'busy', '4px'],
    [0.8, 'high', '4.5px'],
    [1, 'full', '5px'],
    [null, undefined, '2px'],
  ])
})

it('[EDT-17] writes only what changed by a step', () => {
  const { written, show } = recorded()
  for (const utilization of [0.3, 0.31, 0.32, 0.3, 0.29]) show(utilization)
  expect(written).toEqual(['strokeWidth 3px'])
})
