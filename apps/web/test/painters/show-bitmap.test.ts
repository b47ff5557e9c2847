import { createEdge, createNode, EMPTY_FLOW, type Flow } from '@plimsoll/flow'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createDirectDragging } from '../../src/features/editor/painters/bitmap/direct-drag.ts'
import { replaceByBitmap } from '../../src/features/editor/painters/bitmap/show-bitmap.ts'
import { endDirectDrag } from '../../src/features/editor/state/direct-drag.ts'
import { testSession } from '../editor-session.ts'

const { erase, drawBitmap } = vi.hoisted(() => {
  const erase = vi.fn()
  return { erase, drawBitmap: vi.fn((..._: unknown[]) => erase) }
})
vi.mock('../../src/features/editor/painters/bitmap/bitmap-layer.ts', () => ({ drawBitmap }))

/** A canvas with so many edges in the page, so many of them selected. */
function regionWith(edges: number, selected = 0) {
  const element = () => {
    const attributes = new Set<string>()
    return {
      attributes,
      setAttribute: (name: string) => void attributes.add(name),
      removeAttribute: (name: string) => void attributes.delete(name),
      remove: vi.fn(),
      append: vi.fn(),
      className: '',
      style: {},
    }
  }
  vi.stubGlobal('requestAnimationFrame', vi.fn())
  vi.stubGlobal('document', { createElement: element })
  const all = Array.from({ length: edges }, (_, index) => ({
    dataset: { id: `e${index}` },
    style: {},
    matches: () => false,
    parentElement: element(),
  }))
  const querySelectorAll = (selector: string) => (selector.includes('.selected') ? all.slice(0, selected) : all)
  const layer = { ...element(), querySelectorAll }
  const querySelector = (selector: string) => (selector === '.react-flow__edges' ? layer : element())
  const region = { dataset: {}, querySelector, querySelectorAll } as unknown as HTMLElement
  const keptCount = () => all.filter(({ parentElement }) => parentElement.attributes.has('data-kept')).length
  return { region, keptCount }
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

const isReplaced = ({ region }: { region: HTMLElement }) => {
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

  it('[EDT-205] are replaced but for those that are selected or have the focus', () => {
    const { region, keptCount } = regionWith(200, 2)
    const end = replaceByBitmap(session, region, { as: 'view' })
    expect(drawBitmap).toHaveBeenLastCalledWith(
      session,
      expect.objectContaining({ withoutEdges: new Set(['e0', 'e1']) }),
    )
    expect(keptCount()).toBe(2)
    end?.()
    expect(keptCount()).toBe(0)
  })

  it('[EDT-1010] are not replaced while more than 20 are selected', () => {
    expect([20, 21].map((selected) => isReplaced(regionWith(200, selected)))).toEqual([true, false])
  })
})

describe('a drag', () => {
  const isDirect = (flow: Flow, ids: readonly string[], edges = 200) => {
    const drag = createDirectDragging(session)(regionWith(edges).region, { flow, ids: new Set(ids) })
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

  it('[EDT-1011] while an edge is selected or has the focus goes through the canvas library', () => {
    const begin = createDirectDragging(session)
    for (const state of ['stopped', 'running'] as const) {
      session.run.store.setState({ state })
      expect(begin(regionWith(200, 1).region, { flow: star(3, 2), ids: new Set(['n0']) })).toBeNull()
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
