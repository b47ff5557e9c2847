import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followed } from '../../src/features/editor/canvas/use-dragged.ts'
import { showPeerDrags } from '../../src/features/editor/live/peer-drags.ts'
import { outlinesOf } from '../../src/features/editor/painters/peers/outlines.ts'
import type { Dragged } from '../../src/features/editor/state/dragged.ts'
import type { Peer } from '../../src/features/editor/state/live.ts'
import { testSession } from '../editor-session.ts'

const node = (id: string, x: number, y = 0) => createNode('Server', { id, position: { x, y } })
const FLOW: Flow = {
  nodes: [node('a', 0), node('b', 300), node('c', 3_000)],
  edges: [],
  groups: [{ id: 'zone', label: 'Zone', position: { x: 2_900, y: -100 }, width: 600, height: 400 }],
}

const peer = (client: number, drag: Dragged | null): Peer => ({
  ...{ client, name: 'Ada', colour: 1, cursor: null, selection: [], comments: 0, replaced: 0, run: null, view: null },
  drag,
})

function here({ isStill = true } = {}) {
  const session = testSession()
  session.document.getState().restore({ flow: FLOW, saved: null, heading: null, savedContent: FLOW })
  const end = showPeerDrags(session, { isStill: () => isStill })
  const tell = (...peers: Peer[]) => session.live.setState({ peers })
  const at = (id: string) => session.dragged.getState().others.get(id)?.position
  return { session, tell, at, end }
}

/** A drag of some elements, of which the first is there. */
const drag = (ids: string[], x: number, y = 0): Dragged => ({ ids, box: { position: { x, y } } })

describe('what others drag', () => {
  let now = 0
  const frames: FrameRequestCallback[] = []
  const toFrame = (ms: number) => {
    now += ms
    for (const frame of frames.splice(0)) frame(now)
  }
  beforeEach(() => {
    now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    vi.stubGlobal('requestAnimationFrame', (act: FrameRequestCallback) => frames.push(act))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('[COL-115] is shown where they drag it, and the flow stays as it is', () => {
    const { session, tell, at, end } = here()
    tell(peer(1, drag(['a', 'b'], 40, 50)))
    expect([at('a'), at('b')]).toEqual([
      { x: 40, y: 50 },
      { x: 340, y: 50 },
    ])
    expect(at('c')).toBeUndefined()
    tell(
      peer(1, drag(['a', 'b'], 60)),
      peer(2, { ids: ['c'], box: { position: { x: 9, y: 9 }, width: 400, height: 90 } }),
    )
    expect([at('a'), session.dragged.getState().others.get('c')]).toEqual([
      { x: 60, y: 0 },
      { position: { x: 9, y: 9 }, width: 400, height: 90 },
    ])
    expect(session.document.getState().flow).toBe(FLOW)
    expect(session.document.getState().past).toEqual([])
    end()
    expect(session.dragged.getState().others.size).toBe(0)
  })

  it('[COL-115] takes what stands in a group along', () => {
    const { tell, at, end } = here()
    tell(peer(1, drag(['zone'], 2_900, 100)))
    expect([at('zone'), at('c'), at('a')]).toEqual([{ x: 2_900, y: 100 }, { x: 3_000, y: 200 }, undefined])
    end()
  })

  it('[COL-117] stays where it was dropped while the change arrives, and then follows the flow', () => {
    const { session, tell, at, end } = here()
    tell(peer(1, drag(['a', 'b'], 40)))
    const positions = new Map([
      ['a', { x: 40, y: 0 }],
      ['b', { x: 340, y: 0 }],
    ])
    session.document.getState().dispatch({ type: 'move', positions })
    expect([at('a'), at('b')]).toEqual([
      { x: 40, y: 0 },
      { x: 340, y: 0 },
    ])
    tell(peer(1, null))
    expect(session.dragged.getState().others.size).toBe(0)
    end()
  })

  it('[COL-118] ends with the one who drags', () => {
    const { session, tell, end } = here()
    tell(peer(1, drag(['a'], 40)), peer(2, drag(['b'], 50)))
    tell(peer(2, drag(['b'], 50)))
    expect([...session.dragged.getState().others.keys()]).toEqual(['b'])
    tell()
    expect(session.dragged.getState().others.size).toBe(0)
    end()
  })

  it('[COL-121] glides from step to step, unless motion is unwanted', () => {
    const { tell, at, end } = here({ isStill: false })
    tell(peer(1, drag(['a'], 80)))
    expect(at('a')).toEqual({ x: 0, y: 0 })
    toFrame(40)
    expect(at('a')).toEqual({ x: 40, y: 0 })
    tell(peer(1, drag(['a'], 120)))
    toFrame(80)
    expect(at('a')).toEqual({ x: 120, y: 0 })
    toFrame(16)
    expect(frames).toEqual([])
    end()
  })

  it('[COL-122] is an outline in a flow with very many connections', () => {
    const { session, tell, end } = here()
    tell(peer(1, drag(['a'], 40)))
    const { others } = session.dragged.getState()
    const edges = Array.from({ length: 119 }, (_, index) =>
      createEdge('http', { id: `e${index}`, ends: { source: 'a', target: 'b' } }),
    )
    expect(followed({ edges }, others)).toBe(others)
    expect(followed({ edges: [...edges, ...edges.slice(0, 1)] }, others).size).toBe(0)
    expect(outlinesOf(FLOW, peer(1, drag(['a'], 40)), others)).toEqual([expect.objectContaining({ x: 40, y: 0 })])
    end()
  })

  it('nothing is shown of what the flow does not have', () => {
    const { session, tell, end } = here()
    tell(peer(1, drag(['gone', 'a'], 40)))
    expect(session.dragged.getState().others.size).toBe(0)
    end()
  })
})
