import { edgeLook, type NodeType } from '@plimsoll/catalog'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { createLiveRun } from '@plimsoll/live-engine'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawBitmap } from '../../src/features/editor/painters/bitmap/bitmap-layer.ts'
import { createLoadsInView } from '../../src/features/editor/painters/nodes/loads-in-view.ts'
import { testSession } from '../editor-session.ts'

vi.mock('../../src/features/editor/painters/token-colours.ts', () => ({
  currentColours: () => (token: string) => token.slice(2),
}))

interface Drawn {
  method: string
  args: unknown[]
  fillStyle: unknown
  globalAlpha: unknown
  /** Everything else that was set by then. */
  state: Record<string, unknown>
}

/** What the last bitmap shown was drawn with. */
let shown: Drawn[]
let erase: () => void
const session = testSession()

class RecordingCanvas {
  readonly drawn: Drawn[] = []
  readonly width: number
  readonly height: number
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }
  getContext(): object {
    const state: Record<string, unknown> = { canvas: this, globalAlpha: 1 }
    const { drawn } = this
    return new Proxy(state, {
      get: (_, key: string) => {
        if (key in state) return state[key]
        if (key === 'getTransform') return () => ({ a: 1, e: 0 })
        if (key === 'measureText') return () => ({ width: 10, fontBoundingBoxAscent: 8, fontBoundingBoxDescent: 2 })
        return (...args: unknown[]) => {
          if (args[0] instanceof RecordingCanvas) drawn.push(...args[0].drawn)
          else
            drawn.push({
              method: key,
              args,
              fillStyle: state.fillStyle,
              globalAlpha: state.globalAlpha,
              state: { ...state },
            })
        }
      },
    })
  }
  transferToImageBitmap(): Drawn[] {
    return this.drawn
  }
}

/** What its path or its rectangle was made of. */
class RecordedPath {
  readonly of: unknown[]
  constructor(path?: string) {
    this.of = path === undefined ? [] : [path]
  }
  roundRect(...rectangle: number[]): void {
    this.of.push(...rectangle)
  }
}

let made: { style: object }[]

const element = () => ({
  style: {},
  setAttribute: vi.fn(),
  remove: vi.fn(),
  before: vi.fn(),
  getContext: () => ({ transferFromImageBitmap: (drawn: Drawn[]) => (shown = drawn) }),
})

const node = (type: NodeType, id: string, x: number) => createNode(type, { id, position: { x, y: 0 } })
const edge = (source: string, target: string, label: string) => {
  const plain = createEdge('http', { id: `${source}-${target}`, ends: { source, target } })
  return { ...plain, data: { ...plain.data, label } }
}
const flow: Flow = {
  nodes: [node('Client', 'client', 0), node('Server', 'server', 400), node('Database', 'database', 800)],
  edges: [edge('client', 'server', 'orders'), edge('server', 'database', '')],
}

const texts = () => shown.filter(({ method }) => method === 'fillText').map(({ args }) => args[0])

beforeEach(() => {
  shown = []
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal('OffscreenCanvas', RecordingCanvas)
  vi.stubGlobal('Path2D', RecordedPath)
  made = []
  vi.stubGlobal('document', { createElement: () => made[made.push(element()) - 1] })
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => act())
  vi.stubGlobal('cancelAnimationFrame', vi.fn())
  session.viewport.setState({ x: 0, y: 0, zoom: 1, width: 1200, height: 600 })
  session.document.getState().reset()
  session.document.getState().dispatch({ type: 'insert', flow })
})
afterEach(() => {
  erase()
  session.run.end()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const draw = (options: { withLoads: boolean; without?: ReadonlySet<string>; withoutEdges?: ReadonlySet<string> }) => {
  erase = drawBitmap(session, { edgeLayer: element() as unknown as Element, withoutEdges: new Set(), ...options })
}

/** One tick of a run in which the server works at `utilization`. */
function run(utilization: number): void {
  const snapshot = createLiveRun({ flow: session.document.getState().flow, seed: 1 }).snapshot()
  const loads = snapshot.nodes.map((id) => (id === 'server' ? utilization : 0))
  session.run.publishSnapshot({ ...snapshot, nodeUtilization: Float32Array.from(loads) }, [])
}

const isGrid = ({ state, method }: Drawn) => method === 'stroke' && state.strokeStyle === 'canvas-dot'
const shapes = (method: string) => shown.filter((one) => one.method === method && !isGrid(one))

describe('the bitmap that is shown while the viewport moves', () => {
  it('[EDT-168] has the names of the edges, or of their kinds', () => {
    draw({ withLoads: true })
    expect(texts()).toEqual(['orders', 'HTTP'])
  })

  it('[EDT-168] has each edge with its arrowhead before its name, in the order of the edges', () => {
    draw({ withLoads: true })
    const drawn = shown.filter((one) => /stroke|fill/.test(one.method) && !isGrid(one))
    expect(drawn.map(({ method }) => method)).toEqual([
      ...['stroke', 'fill', 'strokeText', 'fillText'],
      ...['stroke', 'fill', 'strokeText', 'fillText'],
    ])
  })

  it('[EDT-42] has the dots of the grid below the edges', () => {
    session.viewport.setState({ zoom: 0.5 })
    draw({ withLoads: true })
    const rows = shown.filter(isGrid)
    // Of 600 px at half the size, and three tenths of that above and below.
    expect(rows).toHaveLength(1920 / 30)
    expect(rows[12]?.args).toEqual([{ of: ['M-720,2H3120'] }])
    expect(rows[12]?.state).toMatchObject({ lineWidth: 4 })
    expect(shown.findLastIndex(isGrid)).toBeLessThan(shown.findIndex(({ method }) => method === 'fill'))
  })

  it('[EDT-168] has no names where they are too small to read', () => {
    session.viewport.setState({ zoom: 0.69 })
    draw({ withLoads: true })
    expect(texts()).toEqual([])
    expect(shapes('stroke')).toHaveLength(2)
  })

  it('[EDT-42] has names in their own letters around their middle, with a halo', () => {
    draw({ withLoads: true })
    const [{ state } = { state: {} }] = shapes('strokeText')
    const letters = { font: '400 12px font', textAlign: 'center' }
    expect(state).toMatchObject({ ...letters, strokeStyle: 'surface-canvas', lineWidth: 5 })
  })

  it('[EDT-42] has edges as wide as they are at rest', () => {
    draw({ withLoads: true })
    const widths = flow.edges.map(({ type, data }) => edgeLook(type, data).width)
    expect(shapes('stroke').map(({ state }) => state.lineWidth)).toEqual(widths)
  })

  it('[EDT-42] begins at a whole pixel of the screen, and lies under a sheet three times as large', () => {
    session.viewport.setState({ zoom: 2, width: 1001, height: 600 })
    draw({ withLoads: true })
    const [canvas, sheet] = made.map(({ style }) => style as Record<string, string>)
    const [x, y, scale] = (canvas?.transform?.match(/-?[\d.]+/g) ?? []).map(Number)
    expect([x, y, scale]).toEqual([expect.closeTo(-150, 6), expect.closeTo(-90, 6), 0.5])
    const width = 1.6 * 500.5
    expect(Number.parseFloat(sheet?.width ?? '')).toBeCloseTo(3 * width, 6)
    expect(Number.parseFloat(sheet?.left ?? '')).toBeCloseTo(-150.15 - width, 6)
    expect(sheet).toMatchObject({ height: '1440px', top: '-570px' })
  })

  it('[EDT-114] leaves out the edges of what is dragged', () => {
    draw({ withLoads: false, without: new Set(['client']) })
    expect(texts()).toEqual(['HTTP'])
  })

  it('[EDT-205] leaves out the edges that stay as they are', () => {
    draw({ withLoads: false, withoutEdges: new Set(['client-server']) })
    expect(texts()).toEqual(['HTTP'])
  })

  it('[EDT-42] has only the edges near the viewport', () => {
    session.viewport.setState({ x: -5000 })
    draw({ withLoads: true })
    expect(shapes('stroke')).toEqual([])
  })

  it('[EDT-206] shows the loads of edges and nodes anew once 450 ms have passed', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
    run(0.6)
    draw({ withLoads: true })
    const shownAt = (time: number) => {
      shown = []
      now.mockReturnValue(time)
      run(0.8)
      return [shapes('stroke').length > 0, shapes('fill').some(({ fillStyle }) => fillStyle === 'water-high')]
    }
    const [nothing, all] = [
      [false, false],
      [true, true],
    ]
    expect([1449, 1450, 1899, 1900].map(shownAt)).toEqual([nothing, all, nothing, all])
  })
})

describe('nodes in the bitmap during a run', () => {
  it('[EDT-117] have water as high as their load, its waterline and its figure', () => {
    run(0.6)
    draw({ withLoads: true })
    const filled = shapes('fill').map(({ fillStyle, args: [path] }) => [fillStyle, (path as RecordedPath).of])
    // Inside its border of 1 the node of 225 by 75 holds water of 44 px, six tenths of 73.
    expect(filled).toContainEqual(['water-busy', [expect.stringMatching(/^M401,30H624/)]])
    expect(filled).toContainEqual(['load-busy', [614, 30, 10, 2, 0]])
    const [surface] = filled.slice(filled.findIndex(([color]) => color === 'surface'))
    expect(surface).toEqual(['surface', [400, 0, 225, 75, 10]])
    expect(texts()).toEqual(['orders', 'HTTP', ' %', '0', '6', ' %', '0'])
  })

  it('[EDT-117] are left to the bitmap by those nodes alone that are near the viewport', () => {
    run(0.6)
    draw({ withLoads: true })
    const isLeft = (id: string) => {
      const picture = vi.fn()
      const rect = () => ({ x: 0, y: 0, width: 225, height: 75 })
      session.stateOf(createLoadsInView).showVisible({ id, rect, show: () => true, picture })()
      return picture.mock.lastCall?.[0]
    }
    expect(['server', 'elsewhere'].map(isLeft)).toEqual([true, false])
  })

  it('[EDT-178] have no load in the bitmap of a drag, nor without a run', () => {
    draw({ withLoads: true })
    expect(texts()).toEqual(['orders', 'HTTP'])
    erase()
    run(0.6)
    draw({ withLoads: false })
    expect(texts()).toEqual(['orders', 'HTTP'])
  })
})
