import { createNode } from '@plimsoll/flow'
import { createLiveRun } from '@plimsoll/live-engine'
import { createRunHistory, type HistoryPoint } from '@plimsoll/simulation'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SPEEDS } from '../../src/features/editor/run/speeds.ts'
import { withUpdate } from '../../src/features/editor/run/worker/history-update.ts'
import type { RunReport, RunRequest } from '../../src/features/editor/run/worker/protocol.ts'

type Tick = Extract<RunReport, { type: 'tick' }>

const position = { x: 0, y: 0 }
const flow = {
  nodes: [createNode('Client', { id: 'c', position }), createNode('Server', { id: 's', position })],
  edges: [],
  simulation: { engine: 'live' },
}
const start = { type: 'start', flow, seed: 1, speed: 1 } as const

let ask: (request: RunRequest) => void
let told: Tick['figures'][]
let history: readonly HistoryPoint[]
let edits: Extract<RunReport, { type: 'edits' }>[]
/** The page does not come to take in what it is told. */
let isPageBusy = false
/** What a tick takes, and what ticks have taken so far, in ms. */
let work = { each: 0, done: 0 }

vi.mock('@plimsoll/live-engine', async (load) => {
  const real = await load<typeof import('@plimsoll/live-engine')>()
  /** Tick by tick, each of which takes its time. */
  function createLiveSimulation(options: Parameters<typeof real.createLiveSimulation>[0]) {
    const run = real.createLiveSimulation(options)
    const advance: typeof run.advance = (untilMs, budget) => {
      if (run.timeMs + real.TICK_MS > untilMs) return 'time'
      work.done += work.each
      realAdvance(run.timeMs + real.TICK_MS, budget)
      return run.timeMs + real.TICK_MS > untilMs ? 'time' : 'budget'
    }
    const realAdvance = run.advance
    return Object.defineProperty(run, 'advance', { value: advance })
  }
  return { ...real, createLiveSimulation }
})

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  told = []
  history = []
  edits = []
  isPageBusy = false
  work = { each: 0, done: 0 }
  vi.stubGlobal('performance', { now: () => Date.now() + work.done })
  vi.stubGlobal('addEventListener', (_: string, listener: (event: { data: unknown }) => void) => {
    ask = (data) => listener({ data })
  })
  vi.stubGlobal('postMessage', (report: RunReport) => {
    if (report.type === 'tick') {
      told.push(report.figures)
      history = withUpdate(history, report.history)
    }
    if (report.type === 'edits') edits.push(report)
    if (!isPageBusy) ask({ type: 'seen' })
  })
  await import('../../src/features/editor/run/worker/simulation.worker.ts')
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function historyInNode(seed: number, until: number): readonly HistoryPoint[] {
  const run = createLiveRun({ flow, seed })
  const history = createRunHistory()
  run.command('start')
  while (run.elapsedTime < until) {
    run.tick()
    if (history.isDue(run.elapsedTime)) history.note(run.snapshot())
  }
  return history.points()
}

const lastTime = () => told.at(-1)?.elapsedTime ?? 0

describe('edits of a run', () => {
  const fewer = { ...flow, nodes: flow.nodes.slice(0, 1) }

  it('[RUN-500] [RUN-501] are told with the ten seconds before, and those after when they are over', () => {
    ask({ ...start, speed: 20 })
    vi.advanceTimersByTime(1000)
    ask({ type: 'update', flow: fewer, words: ['Server removed'] })
    expect(edits.at(-1)).toMatchObject({
      edits: [{ atMs: 20_000, words: ['Server removed'], after: null }],
      refused: null,
    })
    expect(edits.at(-1)?.edits[0]?.before.offered).toBeGreaterThan(0)
    vi.advanceTimersByTime(480)
    expect(edits).toHaveLength(1)
    vi.advanceTimersByTime(40)
    expect(edits.at(-1)?.edits[0]?.after).toMatchObject({ spanMs: 10_000, completed: 0 })
    vi.advanceTimersByTime(480)
    expect(lastTime()).toBe(40_000)
  })

  it('[RUN-505] [RUN-705] [RUN-706] that cannot be read are refused, and the run goes on as it was', () => {
    ask(start)
    vi.advanceTimersByTime(500)
    ask({ type: 'update', flow: { nodes: 1 }, words: [] } as never)
    expect(edits.at(-1)).toMatchObject({ edits: [], refused: expect.stringContaining('nodes') })
    vi.advanceTimersByTime(500)
    expect(lastTime()).toBe(1000)
    ask({ type: 'update', flow: fewer, words: ['Server removed'] })
    expect(edits.at(-1)).toMatchObject({ edits: [{ atMs: 1000 }], refused: null })
  })

  it('[RUN-505] [RUN-705] that cannot be simulated are refused by Queueing, and the run goes on as it was', () => {
    const queueing = { ...flow, simulation: {} }
    ask({ ...start, flow: queueing })
    vi.advanceTimersByTime(500)
    const faults = [{ node: 'nowhere', atS: 1, forS: 1 }]
    ask({ type: 'update', flow: { ...queueing, simulation: { faults } }, words: ['x'] })
    expect(edits.at(-1)?.refused).toBe('simulation.faults.0.node names no component of this flow: "nowhere"')
    vi.advanceTimersByTime(500)
    expect(lastTime()).toBeGreaterThanOrEqual(900)
  })
})

describe('the engine in its worker', () => {
  it.each(SPEEDS)(
    '[RUN-30] [RUN-31] [RUN-325] [RUN-327] runs at %d times the wall clock from the next tick on',
    (speed) => {
      ask(start)
      vi.advanceTimersByTime(1000)
      expect(lastTime()).toBe(1000)
      const before = told.length
      ask({ type: 'speed', speed })
      vi.advanceTimersByTime(10_000)
      expect(lastTime()).toBe(1000 + speed * 10_000)
      expect(told.length - before).toBeLessThanOrEqual(250)
    },
  )

  it('[RUN-33] reports every 40 ms although ticks take long', () => {
    ask({ ...start, speed: 20 })
    vi.advanceTimersByTime(40)
    expect(lastTime()).toBe(800)
    work.each = 15
    for (let beat = 0; beat < 20; beat += 1) {
      const before = lastTime()
      vi.advanceTimersToNextTimer()
      expect(lastTime() - before).toBe(300)
    }
  })

  it.each(SPEEDS)(
    '[RUN-124] tells a page that is busy nothing more, at %d times, and then the present state',
    (speed) => {
      ask({ ...start, speed })
      isPageBusy = true
      vi.advanceTimersByTime(10_000)
      expect(told).toHaveLength(1)
      isPageBusy = false
      ask({ type: 'seen' })
      vi.advanceTimersByTime(200)
      expect(lastTime()).toBeGreaterThan(10_000 * speed)
    },
  )

  it('[RUN-77] tells of every simulated second, however seldom the page hears it and however fast it goes', () => {
    const anyMoment = fc.record({
      speed: fc.constantFrom(...SPEEDS),
      isBusy: fc.boolean(),
      isPaused: fc.boolean(),
      ms: fc.integer({ min: 50, max: 3000 }),
    })
    fc.assert(
      fc.property(fc.array(anyMoment, { minLength: 1, maxLength: 6 }), fc.nat(1000), (moments, seed) => {
        history = []
        isPageBusy = false
        ask({ ...start, seed })
        for (const { speed, isBusy, isPaused, ms } of moments) {
          isPageBusy = isBusy
          if (!isBusy) ask({ type: 'seen' })
          ask({ type: 'speed', speed })
          ask({ type: isPaused ? 'pause' : 'resume' })
          vi.advanceTimersByTime(ms)
        }
        isPageBusy = false
        ask({ type: 'pause' })
        ask({ type: 'step', after: 0 })
        expect(history).toEqual(historyInNode(seed, lastTime()))
      }),
      { numRuns: 20 },
    )
  })

  it('[RUN-332] [RUN-77] tells the same when every other point was removed', () => {
    ask({ ...start, speed: 20 })
    vi.advanceTimersByTime(65_000)
    expect(lastTime()).toBe(1_300_000)
    expect(history.map(({ time }) => time).slice(0, 3)).toEqual([4, 8, 12])
    expect(history).toEqual(historyInNode(start.seed, lastTime()))
  })

  it('[RUN-34] steps by one tick while paused, whatever the speed', () => {
    ask({ ...start, speed: 20 })
    vi.advanceTimersByTime(400)
    ask({ type: 'pause' })
    const paused = lastTime()
    for (const step of [1, 2, 3]) {
      ask({ type: 'step', after: lastTime() })
      expect(lastTime()).toBe(paused + step * 100)
    }
    vi.advanceTimersByTime(5000)
    expect(lastTime()).toBe(paused + 300)
    expect(told).toHaveLength(10 + 3)
  })

  it('[RUN-125] tells again what the page did not show, before it steps on', () => {
    ask(start)
    vi.advanceTimersByTime(500)
    ask({ type: 'pause' })
    ask({ type: 'step', after: 400 })
    expect(lastTime()).toBe(500)
    ask({ type: 'step', after: 500 })
    expect(lastTime()).toBe(600)
  })

  it('[RUN-34] does not step while it runs or before it has begun', () => {
    ask({ type: 'step', after: 0 })
    ask(start)
    ask({ type: 'step', after: 0 })
    expect(told).toEqual([])
  })

  it('[REL-SI7] has one timer at most and stays in order, whatever is asked of it', () => {
    const anyAct = fc.oneof(
      { weight: 3, arbitrary: fc.record({ wait: fc.integer({ min: 0, max: 700 }) }) },
      fc.constant(start),
      fc.constant({ type: 'pause' } as const),
      fc.constant({ type: 'resume' } as const),
      fc.constant({ type: 'update', flow: { nodes: [flow.nodes[0]], edges: [] } } as never),
      fc.constant({ type: 'update', flow, words: ['x'] } as const),
      fc.record({ type: fc.constant('step' as const), after: fc.nat(100_000) }),
      fc.record({ type: fc.constant('speed' as const), speed: fc.constantFrom(...SPEEDS) }),
    )
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 30 }), (acts) => {
        for (const act of acts) {
          const [before, wasTold] = [lastTime(), told.length]
          if ('wait' in act) vi.advanceTimersByTime(act.wait)
          else ask(act)
          expect(vi.getTimerCount()).toBeLessThanOrEqual(1)
          if ('type' in act && act.type === 'start') told = []
          else if ('type' in act) expect(told.length - wasTold).toBeLessThanOrEqual(1)
          expect(lastTime() % 100).toBe(0)
          if (told.length > wasTold) expect(lastTime()).toBeGreaterThanOrEqual(before)
          for (const { createdRequests, activeRequests, completedRequests, failedRequests } of told.slice(wasTold))
            expect(completedRequests + failedRequests + activeRequests).toBe(createdRequests)
        }
        ask({ type: 'pause' })
        expect(vi.getTimerCount()).toBe(0)
      }),
      { numRuns: 1000 },
    )
  })

  it('[RUN-378] refuses a flow that names another engine', () => {
    const refused: string[] = []
    vi.stubGlobal('postMessage', (report: RunReport) => report.type === 'refused' && refused.push(report.reason))
    ask({ ...start, flow: { ...flow, simulation: { engine: 'guess' } } })
    expect(refused).toEqual(['simulation.engine must be events or live'])
  })

  it('[RUN-373] runs to the end of ten simulated minutes, and stops there', () => {
    ask({ ...start, toEnd: true })
    while (lastTime() < 600_000) vi.advanceTimersToNextTimer()
    vi.advanceTimersByTime(5000)
    expect(lastTime()).toBe(600_000)
    expect(vi.getTimerCount()).toBe(0)
    ask({ type: 'to-end' })
    while (lastTime() < 1_200_000) vi.advanceTimersToNextTimer()
    expect(vi.getTimerCount()).toBe(0)
  })
})
