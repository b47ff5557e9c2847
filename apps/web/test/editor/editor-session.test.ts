import { createNode } from '@plimsoll/flow'
import { createLiveRun } from '@plimsoll/live-engine'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLoadsInView } from '../../src/features/editor/painters/nodes/loads-in-view.ts'
import { createFlowPanel } from '../../src/features/editor/panels/flow-panel/panel-state.ts'
import { controlRuns } from '../../src/features/editor/run/worker/run-controller.ts'
import { announce } from '../../src/features/editor/state/announcement.ts'
import { openOverlay } from '../../src/features/editor/state/overlay.ts'
import { beginGesture, cancelGesture, isGestureCancelled } from '../../src/features/editor/tools/gestures/gesture.ts'
import { createMemoryStorage, settle } from '../autosave/simulated-browser.ts'
import { testSession } from '../editor-session.ts'

const node = createNode('Server', { id: 'server', position: { x: 0, y: 0 } })

describe('two editor sessions side by side', () => {
  const [one, other] = [testSession(), testSession()]

  it('[EDT-170] share neither document nor history', () => {
    one.document.getState().dispatch({ type: 'add', node })
    one.document.getState().select({ nodes: ['server'] })
    expect(one.document.getState().flow.nodes).toHaveLength(1)
    expect(other.document.getState()).toMatchObject({ flow: { nodes: [] }, past: [], selection: { nodes: [] } })
    other.document.getState().undo()
    expect(one.document.getState().past).toHaveLength(1)
  })

  it('[EDT-170] share no search', () => {
    one.search.store.setState({ typed: 'server' })
    expect(other.search.store.getState().typed).toBe('')
    other.document.getState().clear()
    expect(one.search.store.getState().typed).toBe('server')
    one.document.getState().clear()
    expect(one.search.store.getState().typed).toBe('')
  })

  it('[EDT-170] share no run', () => {
    const run = createLiveRun({ flow: { nodes: [node], edges: [] }, seed: 1 })
    one.run.publishSnapshot(run.snapshot(), [])
    expect(one.run.nodeLoad('server')).not.toBeNull()
    expect(other.run.nodeLoad('server')).toBeNull()
    expect(other.run.store.getState().snapshot).toBeNull()
  })

  it('[EDT-170] share no autosave: each writes the draft of its own document', async () => {
    const [device, otherDevice] = [createMemoryStorage(), createMemoryStorage()]
    const session = testSession({ drafts: device.storage, user: 'ada' })
    const otherSession = testSession({ drafts: otherDevice.storage, user: 'ada' })
    for (const { autosave } of [session, otherSession]) autosave.start()
    await settle()
    session.document.getState().dispatch({ type: 'add', node })
    await session.autosave.flush()
    await otherSession.autosave.flush()
    expect(device.records('ada')).toMatchObject([{ nodes: 1, isUnsaved: true }])
    expect(otherDevice.records()).toEqual([])

    const next = testSession({ drafts: device.storage, user: 'ada' })
    next.autosave.start()
    await settle()
    expect(next.document.getState().flow.nodes).toEqual([node])
  })

  it('[EDT-170] share nothing that is open, said or under way', () => {
    openOverlay(one, 'find')
    announce(one, 'Undone')
    one.viewport.setState({ zoom: 2 })
    one.stateOf(createFlowPanel).setState({ open: false })
    beginGesture(one, () => {})
    cancelGesture(one)
    expect(isGestureCancelled(one)).toBe(true)
    expect(isGestureCancelled(other)).toBe(false)
    expect(other.overlay.getState().open).toBeNull()
    expect(other.announcement.getState().count).toBe(0)
    expect(other.viewport.getState().zoom).toBe(1)
    expect(other.stateOf(createFlowPanel).getState().open).toBe(true)
  })
})

describe('an editor session that is over', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'Worker',
      class {
        postMessage() {}
        terminate() {}
      },
    )
    vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act))
    vi.stubGlobal('cancelAnimationFrame', (frame: number) => clearTimeout(frame))
    vi.stubGlobal('document', { hidden: false, addEventListener: vi.fn(), removeEventListener: vi.fn() })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('[EDT-171] has no run and no timer', () => {
    const session = testSession()
    session.document.getState().dispatch({ type: 'add', node })
    controlRuns(session)
    session.run.ask('start')
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    session.dispose()
    expect(session.run.store.getState().state).toBe('stopped')
    expect(vi.getTimerCount()).toBe(0)
    session.run.ask('start')
    expect(session.run.store.getState().state).toBe('stopped')
  })

  it('[EDT-171] follows its stores no longer', () => {
    const session = testSession()
    const unsubscribe = vi.fn()
    vi.spyOn(session.viewport, 'subscribe').mockReturnValue(unsubscribe)
    session.stateOf(createLoadsInView)
    expect(unsubscribe).not.toHaveBeenCalled()
    session.dispose()
    expect(unsubscribe).toHaveBeenCalledOnce()
    session.search.store.setState({ typed: 'server' })
    session.document.getState().clear()
    expect(session.search.store.getState().typed).toBe('server')
  })
})
