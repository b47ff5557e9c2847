import type { HocuspocusProvider } from '@hocuspocus/provider'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { sharePresence } from '../../src/features/editor/live/presence.ts'
import { MOST_LENGTH } from '../../src/features/editor/live/run-message.ts'
import { createPresenting } from '../../src/features/editor/state/presenting.ts'
import { testSession } from '../editor-session.ts'

function here() {
  const session = testSession()
  const doc = new Y.Doc()
  const awareness = new Awareness(doc)
  let sent = 0
  awareness.on('update', (_: unknown, origin: unknown) => {
    if (origin === 'local') sent += 1
  })
  let isSettled = true
  const provider = { awareness, document: doc } as unknown as HocuspocusProvider
  const presence = sharePresence(session, provider, { isSettled: () => isSettled })
  const settle = (next: boolean) => {
    isSettled = next
    if (isSettled) presence.acknowledged()
  }
  return { session, awareness, end: presence.end, settle, sent: () => sent, local: () => awareness.getLocalState() }
}

/** What another client says of itself. */
function hear(awareness: Awareness, client: number, state: unknown): void {
  const doc = new Y.Doc()
  doc.clientID = client
  const other = new Awareness(doc)
  other.setLocalState(state as Record<string, unknown>)
  applyAwarenessUpdate(awareness, encodeAwarenessUpdate(other, [client]), 'remote')
  other.destroy()
}

describe('who draws together', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('[COL-41] sends a pointer that moves all the time at most 20 times a second, and where it rests', () => {
    const { session, sent, local, end } = here()
    const before = sent()
    for (let ms = 0; ms < 1_000; ms += 5) {
      session.pointed.setState({ at: { x: ms, y: 0 } })
      vi.advanceTimersByTime(5)
    }
    expect(sent() - before).toBeLessThanOrEqual(21)
    vi.advanceTimersByTime(100)
    expect(local()).toMatchObject({ cursor: { x: 995, y: 0 } })
    end()
  })

  it('[COL-42] reads what others say of themselves, whatever it is', () => {
    const { session, awareness, end } = here()
    const peers = () => session.live.getState().peers
    const view = { x: 1, y: 2, zoom: 0.5 }
    hear(awareness, 7, { user: { name: 'Ada', colour: '3' }, cursor: { x: 1, y: 2 }, selection: ['a', 7], view })
    expect(peers()).toEqual([
      {
        client: 7,
        name: 'Ada',
        colour: 3,
        cursor: { x: 1, y: 2 },
        selection: ['a'],
        drag: null,
        comments: 0,
        replaced: 0,
        run: null,
        view,
      },
    ])
    const box = { position: { x: 5, y: 6 }, width: 300, height: 90 }
    hear(awareness, 11, { user: { name: 'Bob' }, drag: { ids: ['a', 7], box, more: 1 } })
    expect(peers().at(-1)?.drag).toEqual({ ids: ['a'], box })
    const strange = [
      {
        user: { name: 'Eve', colour: { a: 1 } },
        cursor: { x: '1', y: null },
        selection: 'all',
        view: { ...view, zoom: -1 },
        drag: { ids: ['a'], box: { position: { x: 'far', y: 0 } } },
      },
      { user: { name: 'Eve'.repeat(99), colour: '-1e9' }, cursor: [], view: 7, drag: { ids: 'all', box } },
    ]
    for (const state of strange) {
      hear(awareness, 8, state)
      const eve = peers().find(({ client }) => client === 8)
      expect(eve).toMatchObject({ cursor: null, selection: [], drag: null, view: null })
      expect(eve?.colour).toBeGreaterThanOrEqual(0)
      expect(eve?.colour).toBeLessThan(6)
      expect(eve?.name.length).toBeLessThanOrEqual(80)
    }
    for (const state of [{}, { user: null }, { user: { name: 7 } }]) {
      hear(awareness, 9, state)
      expect(peers().map(({ client }) => client)).not.toContain(9)
    }
    end()
  })

  it('[COL-116] sends a drag at most 20 times a second, and where it is then', () => {
    const { session, sent, local, end } = here()
    const before = sent()
    for (let ms = 0; ms < 1_000; ms += 5) {
      session.dragged.setState({ own: { ids: ['a'], box: { position: { x: ms, y: 0 } } } })
      vi.advanceTimersByTime(5)
    }
    expect(sent() - before).toBeLessThanOrEqual(21)
    vi.advanceTimersByTime(100)
    expect(local()).toMatchObject({ drag: { ids: ['a'], box: { position: { x: 995, y: 0 } } } })
    end()
  })

  it('[COL-117] tells of what was dropped until the server has the change', () => {
    const { session, local, settle, end } = here()
    session.dragged.setState({ own: { ids: ['a'], box: { position: { x: 9, y: 0 } } } })
    settle(false)
    session.dragged.setState({ own: null })
    vi.advanceTimersByTime(1_000)
    expect(local()).toHaveProperty('drag')
    settle(true)
    vi.advanceTimersByTime(1_000)
    expect(local()).not.toHaveProperty('drag')
    end()
  })

  it('[COL-118] tells at once that a drag was given up', () => {
    const { session, local, end } = here()
    session.dragged.setState({ own: { ids: ['a'], box: { position: { x: 9, y: 0 } } } })
    vi.advanceTimersByTime(1_000)
    expect(local()).toHaveProperty('drag')
    session.dragged.setState({ own: null })
    expect(local()).not.toHaveProperty('drag')
    end()
  })

  it('[COL-119] tells of a reader no drag', () => {
    const { session, local, end } = here()
    session.live.setState({ isReadonly: true })
    session.dragged.setState({ own: { ids: ['a'], box: { position: { x: 9, y: 0 } } } })
    vi.advanceTimersByTime(1_000)
    expect(local()).not.toHaveProperty('drag')
    end()
  })

  it('[COL-120] tells no more than the server takes and passes on to other servers', () => {
    const { session, awareness, end } = here()
    const ids = Array.from({ length: 1_000 }, (_, index) => `${index} ${'Ü'.repeat(190)}`)
    session.document.setState({ selection: { nodes: ids, edges: [], groups: [] } })
    session.dragged.setState({ own: { ids: ids.toReversed(), box: { position: { x: 9, y: 0 } } } })
    vi.advanceTimersByTime(1_000)
    const update = encodeAwarenessUpdate(awareness, [awareness.clientID])
    expect(update.length).toBeGreaterThan(3_000)
    expect(update.length).toBeLessThan(5_500)
    session.stateOf(createPresenting).setState({ told: { dots: 'x'.repeat(MOST_LENGTH - 12) } })
    vi.advanceTimersByTime(1_000)
    const presenting = encodeAwarenessUpdate(awareness, [awareness.clientID])
    expect(presenting.length).toBeGreaterThan(MOST_LENGTH)
    expect(presenting.length).toBeLessThan(5_500)
    end()
  })

  it('[COL-36] ends following with the one who is followed', () => {
    const { session, awareness, end } = here()
    hear(awareness, 7, { user: { name: 'Ada', colour: '3' } })
    session.live.setState({ following: 7 })
    awareness.setLocalState({})
    expect(session.live.getState().following).toBe(7)
    awareness.states.delete(7)
    awareness.emit('change', [{ added: [], updated: [], removed: [7] }, 'remote'])
    expect(session.live.getState()).toMatchObject({ following: null, peers: [] })
    end()
  })
})
