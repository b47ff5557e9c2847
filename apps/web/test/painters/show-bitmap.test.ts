import { createEdge, createNode, EMPTY_FLOW, type Flow } from '@plimsoll/flow'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createDirectDragging } from '../../src/features/editor/painters/bitmap/direct-drag.ts'
import { replaceByBitmap } from '../../src/features/editor/painters/bitmap/show-bitmap.ts'
import { endDirectDrag } from '../../src/features/editor/state/direct-drag.ts'
import { testSession } from '../editor-session.ts'

const erase = vi.hoisted(() => vi.fn())
vi.mock('../../src/features/editor/painters/bitmap/bitmap-layer.ts', () => ({ drawBitmap: () => erase }))

/** A canvas with so many edges in the page; `document` has the element that has the focus. */
function regionWith(edges: number, options: { isFocused?: boolean } = {}): HTMLElement {
  const focused = {}
  const element = () => ({ remove: vi.fn(), append: vi.fn(), className: '', style: {} })
  vi.stubGlobal('requestAnimationFrame', vi.fn())
  vi.stubGlobal('document', { activeElement: focused, createElement: element })
  const querySelectorAll = () => Array.from({ length: edges }, () => ({ dataset: {}, style: {}, matches: () => false }))
  const layer = {
    querySelectorAll,
    contains: (other: unknown) => options.isFocused === true && other === focused,
  }
  const querySelector = (selector: string) => (selector === '.react-flow__edges' ? layer : element())
  return { dataset: {}, querySelector, querySelectorAll } as unknown as HTMLElement
}

/** So many nodes, the first with edges to so many of them. */
function star(nodes: number, edges: number): Flow {
  const all = Array.from({ length: nodes }, (_, i) => createNode('Server', { id: `n${i}`, position: { x: 0, y: 0 } }))
  const out = Array.from({ length: edges }, (_, i) =>
    createEdge('http', { id: `e${i}`, ends: { source: 'n0', target: `n${i + 1}` } }),
  )
  return { ...EMPTY_FLOW, nodes: all, edges: out }
}

let session = testSession()

const isReplaced = (region: HTMLElement) => {
  const end = replaceByBitmap(session, region, { as: 'view' })
  end?.()
  return end !== null
}

beforeEach(() => {
  erase.mockClear()
  session = testSession()
  return () => vi.unstubAllGlobals()
})

describe('the edges in the page', () => {
  it('[EDT-42] are replaced by a bitmap from 120 on', () => {
    expect([119, 120].map((edges) => isReplaced(regionWith(edges)))).toEqual([false, true])
    expect(erase).toHaveBeenCalledOnce()
  })

  it('[EDT-205] are not replaced while one has the focus', () => {
    expect(isReplaced(regionWith(200, { isFocused: true }))).toBe(false)
  })

  it('[EDT-205] are not replaced while one is selected', () => {
    session.document.getState().dispatch({ type: 'insert', flow: star(2, 1) })
    session.document.getState().select({ edges: ['e0'] })
    expect(isReplaced(regionWith(200))).toBe(false)
    session.document.getState().select({ nodes: ['n0'] })
    expect(isReplaced(regionWith(200))).toBe(true)
  })
})

describe('a drag', () => {
  const isDirect = (flow: Flow, ids: readonly string[], edges = 200) => {
    const drag = createDirectDragging(session)(regionWith(edges), { flow, ids: new Set(ids) })
    drag?.end()
    endDirectDrag(session)
    return drag !== null
  }

  it('[EDT-114] [EDT-970] is over a bitmap during a run and over very many edges, otherwise over the edges themselves', () => {
    const flow = star(3, 2)
    for (const [state, edges, bitmaps] of [
      ['stopped', 249, 0],
      ['paused', 249, 0],
      ['stopped', 250, 1],
      ['running', 120, 1],
    ] as const) {
      erase.mockClear()
      session.run.store.setState({ state })
      expect(isDirect(flow, ['n0'], edges)).toBe(true)
      expect(erase).toHaveBeenCalledTimes(bitmaps)
    }
  })

  it('[EDT-173] of more than 100 nodes goes through the canvas library', () => {
    const { nodes } = star(101, 0)
    const ids = nodes.map(({ id }) => id)
    expect(isDirect({ ...EMPTY_FLOW, nodes }, ids.slice(1))).toBe(true)
    expect(isDirect({ ...EMPTY_FLOW, nodes }, ids)).toBe(false)
  })

  it('[EDT-173] of more than 100 edges goes through the canvas library', () => {
    expect(isDirect(star(102, 100), ['n0'])).toBe(true)
    expect(isDirect(star(102, 101), ['n0'])).toBe(false)
  })
})
