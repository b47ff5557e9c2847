import { createNode } from '@plimsoll/flow'
import { createLiveRun } from '@plimsoll/live-engine'
import type { RunSnapshot } from '@plimsoll/simulation'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunMessage, RunReport } from '../../src/features/editor/run/worker/protocol.ts'
import { controlRuns } from '../../src/features/editor/run/worker/run-controller.ts'
import { testSession } from '../editor-session.ts'

const node = createNode('Server', { id: 's', position: { x: 0, y: 0 } })

let workers: FakeWorker[]
let end: () => void
let session: ReturnType<typeof testSession>
/** Makes the snapshots that a worker would send. */
let engine: ReturnType<typeof createLiveRun>

class FakeWorker {
  onmessage: ((event: { data: RunReport }) => void) | null = null
  readonly received: RunMessage['type'][] = []
  isTerminated = false
  constructor() {
    workers.push(this)
  }
  postMessage(message: RunMessage): void {
    this.received.push(message.type)
  }
  terminate(): void {
    this.isTerminated = true
  }
}

beforeEach(() => {
  workers = []
  vi.useFakeTimers()
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act))
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => clearTimeout(frame))
  vi.stubGlobal('document', { hidden: false, addEventListener: vi.fn(), removeEventListener: vi.fn() })
  session = testSession()
  session.document.getState().dispatch({ type: 'add', node })
  engine = createLiveRun({ flow: session.document.getState().flow, seed: 1 })
  engine.command('start')
  end = controlRuns(session)
  session.run.ask('start')
})
afterEach(() => {
  end()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The worker reports the next tick; gives back what it reported. */
function report(worker = 0): RunSnapshot {
  engine.tick()
  const snapshot = engine.snapshot()
  const { nodes, edges, ...figures } = snapshot
  const rest = {
    history: null,
    findings: null,
    reachedSpeed: null,
    goalMs: null,
    isAtGoal: false,
    hasRestarted: false,
    endedEarly: null,
  }
  workers[worker]?.onmessage?.({ data: { type: 'tick', figures, parts: { nodes, edges }, ...rest } })
  return snapshot
}

const shownTime = () => session.run.store.getState().snapshot?.elapsedTime

describe('what the worker reports', () => {
  it('[RUN-2] is shown while the run goes on', () => {
    report()
    expect(shownTime()).toBe(100)
    expect(session.run.store.getState().snapshot?.nodes).toEqual(['s'])
    vi.advanceTimersByTime(230)
    report()
    expect(shownTime()).toBe(200)
  })

  it('[RUN-3] is not shown when it arrives after Pause', () => {
    report()
    session.run.ask('pause')
    report()
    expect(session.run.store.getState().state).toBe('paused')
    expect(shownTime()).toBe(100)
  })

  it('[RUN-121] is shown again after Resume', () => {
    report()
    session.run.ask('pause')
    report()
    session.run.ask('resume')
    report()
    expect(shownTime()).toBe(300)
  })

  it('[RUN-34] is shown once for a step, and nothing after it', () => {
    report()
    session.run.ask('pause')
    session.run.ask('step')
    report()
    expect(shownTime()).toBe(200)
    report()
    expect(shownTime()).toBe(200)
  })

  it('[RUN-122] is gone after Reset, and the worker with it', () => {
    report()
    session.run.ask('reset')
    expect(session.run.store.getState()).toMatchObject({ state: 'stopped', snapshot: null, notice: null })
    expect(workers[0]?.isTerminated).toBe(true)
    report()
    expect(session.run.store.getState().snapshot).toBeNull()
  })
})

describe('a run', () => {
  it('[RUN-79] [RUN-131] is Running before the worker gets the flow, and then what is asked meanwhile', () => {
    expect(session.run.store.getState().state).toBe('running')
    expect(workers[0]?.received).toEqual([])
    session.run.ask('pause')
    vi.runOnlyPendingTimers()
    vi.runOnlyPendingTimers()
    expect(workers[0]?.received).toEqual(['start', 'resume', 'pause'])
  })

  it('[RUN-700] is not changed by what is not offered', () => {
    const unchangedBy = (...acts: readonly ('start' | 'pause' | 'resume' | 'step' | 'reset')[]) => {
      vi.advanceTimersByTime(10)
      const all = () => [session.run.store.getState().state, ...workers.map(({ received }) => [...received])]
      const before = all()
      for (const act of acts) session.run.ask(act)
      vi.advanceTimersByTime(10)
      expect(all()).toEqual(before)
    }
    unchangedBy('start', 'resume', 'step')
    session.run.ask('pause')
    unchangedBy('start', 'pause')
    session.run.ask('reset')
    unchangedBy('pause', 'resume', 'step', 'reset')
  })

  it('[RUN-371] ends when another engine is chosen, and when that is undone', () => {
    const { dispatch, undo } = session.document.getState()
    dispatch({ type: 'set-simulation', name: 'engine', value: 'live' })
    expect(session.run.store.getState().state).toBe('stopped')
    session.run.ask('start')
    expect(workers).toHaveLength(2)
    undo()
    expect(session.run.store.getState().state).toBe('stopped')
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, true])
  })

  it('[RUN-132] whose flow cannot be read ends with the reason', () => {
    workers[0]?.onmessage?.({ data: { type: 'refused', of: 'run', reason: 'no nodes' } })
    expect(session.run.store.getState().notice).toBe('This diagram cannot be simulated: no nodes.')
    expect(session.run.store.getState().state).toBe('stopped')
  })

  it('[RUN-505] [RUN-705] [RUN-706] goes on without an edit that is refused, and says so until the next one is not', () => {
    const tell = (refused: string | null) => workers[0]?.onmessage?.({ data: { type: 'edits', edits: [], refused } })
    tell('no such node')
    expect(session.run.store.getState()).toMatchObject({
      state: 'running',
      notice: 'The last edit cannot be simulated: no such node. The run goes on without it.',
    })
    tell(null)
    expect(session.run.store.getState()).toMatchObject({ state: 'running', notice: null })
  })

  it('[RUN-504] gives the log that its worker tells, and none after Reset', async () => {
    const flow = session.document.getState().flow
    const log = { engine: 'events', seed: 1, flow, edits: [], durationMs: 600_000, untilMs: 100 } as const
    vi.advanceTimersByTime(10)
    const asked = session.run.log()
    expect(workers[0]?.received).toContain('log')
    workers[0]?.onmessage?.({ data: { type: 'log', log } })
    expect(await asked).toBe(log)
    const late = session.run.log()
    session.run.ask('reset')
    expect(await late).toBeNull()
    expect(await session.run.log()).toBeNull()
  })

  it('[RUN-9] ends, and says so, when its worker is silent: after ten seconds while it loads, after two and a quarter then', () => {
    vi.advanceTimersByTime(9_999)
    expect(session.run.store.getState().state).toBe('running')
    vi.advanceTimersByTime(1)
    expect(session.run.store.getState()).toMatchObject({
      state: 'stopped',
      notice: expect.stringContaining('unexpectedly'),
    })
    session.run.ask('start')
    report(1)
    vi.advanceTimersByTime(2_000)
    expect(session.run.store.getState().state).toBe('running')
    vi.advanceTimersByTime(250)
    expect(session.run.store.getState().state).toBe('stopped')
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, true])
  })

  it('[RUN-9] does not end while it is paused and its worker is silent', () => {
    report()
    session.run.ask('pause')
    vi.advanceTimersByTime(60_000)
    expect(session.run.store.getState().state).toBe('paused')
  })

  it('[RUN-6] sends its worker nothing more after Reset', () => {
    vi.advanceTimersByTime(10)
    session.run.ask('reset')
    const before = workers[0]?.received.length
    session.run.ask('start')
    session.run.store.setState({ speed: 2 })
    session.run.ask('pause')
    vi.advanceTimersByTime(10)
    expect(workers[0]?.received).toHaveLength(before ?? -1)
    expect(workers[1]?.received).toContain('pause')
  })

  it('[RUN-120] ends when the canvas is cleared', () => {
    report()
    session.document.getState().clear()
    expect(session.run.store.getState()).toMatchObject({ state: 'stopped', snapshot: null })
  })

  it('[RUN-354] ends when another flow is opened', () => {
    report()
    const other = { ...node, id: 'other' }
    session.document.getState().load({ id: 'f', name: 'Shop', description: '', version: 1, nodes: [other], edges: [] })
    expect(session.run.store.getState()).toMatchObject({ state: 'stopped', snapshot: null })
    expect(workers[0]?.isTerminated).toBe(true)
  })
})
