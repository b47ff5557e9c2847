import { expect, it } from 'vitest'
import { createEdgeLoad } from '../../src/features/editor/painters/edges/edge-load.ts'
import { edgeShapes, sceneEdge } from '../../src/features/editor/scene/edge.ts'
import { edgeStyle } from '../../src/shared/scene/edge-style.ts'

/** What of a path the load is written to, with every write. */
function recorded() {
  const written: string[] = []
  const style = new Proxy(
    { stroke: '', strokeWidth: '', strokeOpacity: '' },
    {
      set: (target, name, value) => {
        written.push(`${String(name)} ${value}`)
        return Reflect.set(target, name, value)
      },
    },
  )
  return { style, written, show: createEdgeLoad({ style } as unknown as SVGPathElement, { width: 2 }) }
}

it('[EDT-490] the second stroke of an edge gets warmer and thicker with its load, and is gone without', () => {
  const { style, show } = recorded()
  const shown = [0, 0.3, 0.6, 0.8, 1, null].map((utilization) => {
    show(utilization)
    return [utilization, style.stroke, style.stroke && style.strokeWidth]
  })
  expect(shown).toEqual([
    [0, '', ''],
    [0.3, 'var(--load-calm)', '5px'],
    [0.6, 'var(--load-busy)', '6.5px'],
    [0.8, 'var(--load-high)', '7px'],
    [1, 'var(--load-full)', '8px'],
    [null, '', ''],
  ])
})

it('[EDT-490] writes only what changed by a step', () => {
  const { written, show } = recorded()
  for (const utilization of [0.3, 0.31, 0.26, 0.3, 0.29]) show(utilization)
  expect(written).toEqual(['stroke var(--load-calm)', 'strokeWidth 5px', 'strokeOpacity 0.45'])
})

it('[EDT-490] gets thicker within a colour', () => {
  const { style, show } = recorded()
  expect([0.3, 0.45].map((utilization) => [show(utilization), style.stroke, style.strokeWidth])).toEqual([
    [true, 'var(--load-calm)', '5px'],
    [true, 'var(--load-calm)', '6px'],
  ])
})

it('[EDT-17] [EDT-490] at any load an edge is drawn as at rest, over the stroke that shows the load', () => {
  const edge = sceneEdge(
    { id: 'e', type: 'http', source: 'a', target: 'b', data: { label: '', useTLS: true, lineWidth: 3 } } as never,
    { from: { x: 0, y: 0 }, to: { x: 300, y: 0 } },
  )
  const atRest = edgeShapes(edge, null)
  const [load, ...full] = edgeShapes(edge, 1)
  expect(full).toEqual(atRest)
  expect(full[0]).toMatchObject({ stroke: edgeStyle(edge.look) })
  expect(load).toMatchObject({ kind: 'path', path: edge.path, stroke: { color: '--load-full' } })
})
