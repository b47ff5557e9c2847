import { createNode } from '@plimsoll/flow'
import { createLiveRun, type LiveSnapshot } from '@plimsoll/live-engine'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useRun } from '../../src/features/editor/run/run.ts'
import { askRun } from '../../src/features/editor/run/run-control.ts'
import type { RunMessage, RunReport } from '../../src/features/editor/run/worker/protocol.ts'
import { controlRuns } from '../../src/features/editor/run/worker/run-controller.ts'
import { useDiagram } from '../../src/stores/diagram.ts'

const node = createNode('Server', { id: 's', position: { x: 0, y: 0 } })

let workers: FakeWorker[]
let end: () => void
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
  useRun.setState({ speed: 1 })
  useDiagram.getState().reset()
  useDiagram.getState().dispatch({ type: 'add', node })
  engine = createLiveRun({ flow: useDiagram.getState().flow, seed: 1 })
  engine.command('start')
  end = controlRuns()
  askRun('start')
})
afterEach(() => {
  end()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The worker reports the next tick; gives back what it reported. */
function report(worker = 0): LiveSnapshot {
  engine.tick()
  const snapshot = engine.snapshot()
  const { nodes, edges, ...figures } = snapshot
  workers[worker]?.onmessage?.({ data: { type: 'tick', figures, parts: { nodes, edges }, history: null } })
  return snapshot
}

const shownTime = () => useRun.getState().snapshot?.elapsedTime

describe('what the worker reports', () => {
  it('[RUN-2] is shown while the run goes on', () => {
    report()
    expect(shownTime()).toBe(100)
    expect(useRun.getState().snapshot?.nodes).toEqual(['s'])
    report()
    expect(shownTime()).toBe(200)
  })

  it('[RUN-3] is not shown when it arrives after Pause', () => {
    report()
    askRun('pause')
    report()
    expect(useRun.getState().state).toBe('paused')
    expect(shownTime()).toBe(100)
  })

  it('[RUN-121] is shown again after Resume', () => {
    report()
    askRun('pause')
    report()
    askRun('resume')
    report()
    expect(shownTime()).toBe(300)
  })

  it('[RUN-34] is shown once for a step, and nothing after it', () => {
    report()
    askRun('pause')
    askRun('step')
    report()
    expect(shownTime()).toBe(200)
    report()
    expect(shownTime()).toBe(200)
  })

  it('[RUN-122] is gone after Reset, and the worker with it', () => {
    report()
    askRun('reset')
    expect(useRun.getState()).toMatchObject({ state: 'stopped', snapshot: null, notice: null })
    expect(workers[0]?.isTerminated).toBe(true)
    report()
    expect(useRun.getState().snapshot).toBeNull()
  })
})

describe('a run', () => {
  it('[RUN-79] [RUN-131] is Running before the worker gets the flow, and then what is asked meanwhile', () => {
    expect(useRun.getState().state).toBe('running')
    expect(workers[0]?.received).toEqual([])
    askRun('pause')
    vi.runOnlyPendingTimers()
    vi.runOnlyPendingTimers()
    expect(workers[0]?.received).toEqual(['start', 'resume', 'pause'])
  })

  it('[RUN-132] whose flow cannot be read ends with the reason', () => {
    workers[0]?.onmessage?.({ data: { type: 'refused', reason: 'no nodes' } })
    expect(useRun.getState().notice).toBe('This diagram cannot be simulated: no nodes.')
    expect(useRun.getState().state).toBe('stopped')
  })

  it('[RUN-9] ends, and says so, when its worker is silent: after ten seconds while it loads, after two and a quarter then', () => {
    vi.advanceTimersByTime(9_999)
    expect(useRun.getState().state).toBe('running')
    vi.advanceTimersByTime(1)
    expect(useRun.getState()).toMatchObject({ state: 'stopped', notice: expect.stringContaining('unexpectedly') })
    askRun('start')
    report(1)
    vi.advanceTimersByTime(2_000)
    expect(useRun.getState().state).toBe('running')
    vi.advanceTimersByTime(250)
    expect(useRun.getState().state).toBe('stopped')
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, true])
  })

  it('[RUN-9] does not end while it is paused and its worker is silent', () => {
    report()
    askRun('pause')
    vi.advanceTimersByTime(60_000)
    expect(useRun.getState().state).toBe('paused')
  })

  it('[RUN-6] sends its worker nothing more after Reset', () => {
    vi.advanceTimersByTime(10)
    askRun('reset')
    const before = workers[0]?.received.length
    askRun('start')
    useRun.setState({ speed: 2 })
    askRun('pause')
    vi.advanceTimersByTime(10)
    expect(workers[0]?.received).toHaveLength(before ?? -1)
    expect(workers[1]?.received).toContain('pause')
  })

  it('[RUN-120] ends when the canvas is cleared', () => {
    report()
    useDiagram.getState().clear()
    expect(useRun.getState()).toMatchObject({ state: 'stopped', snapshot: null })
  })
})
