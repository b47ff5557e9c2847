import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { inUseText, type RunSnapshot, takenText, utilizationLevel } from '@plimsoll/simulation'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { presentRun } from '../../src/features/editor/live/present-run.ts'
import { MOST_LENGTH, type PresentedRun, readRun, runMessage } from '../../src/features/editor/live/run-message.ts'
import { watchRuns } from '../../src/features/editor/live/watch-run.ts'
import { lineOf } from '../../src/features/editor/painters/nodes/node-figures.ts'
import { noErrorsText } from '../../src/features/editor/panels/simulation/error-texts.ts'
import { elementRates } from '../../src/features/editor/panels/simulation/readout/element-rates.ts'
import { openSimulation } from '../../src/features/editor/run/worker/open-simulation.ts'
import type { EditorSession } from '../../src/features/editor/session/editor-session.ts'
import type { Peer } from '../../src/features/editor/state/live.ts'
import { createPresenting } from '../../src/features/editor/state/presenting.ts'
import { testSession } from '../editor-session.ts'

/** Clients that each ask a server. */
function fleet(count: number, engine: 'live' | 'events' = 'events'): Flow {
  const at = (index: number) => ({ x: 0, y: index * 100 })
  return {
    nodes: Array.from({ length: count }, (_, index) => [
      createNode('Client', { id: `c${index}`, position: at(index), settings: { requestsPerSecond: 40 } }),
      createNode('Server', { id: `s${index}`, position: at(index) }),
    ]).flat(),
    edges: Array.from({ length: count }, (_, index) =>
      createEdge('http', { id: `e${index}`, ends: { source: `c${index}`, target: `s${index}` } }),
    ),
    simulation: { engine },
  }
}

/** Shops whose requests all wait for a slow ledger of few connections, and are tried again. */
function waiting(shops: number): Flow {
  const position = { x: 0, y: 0 }
  const [pool, retries] = [{ maxConnections: 3 }, { retryEnabled: true, maxRetries: 3, timeout: 400 }]
  const of = <T>(make: (index: number) => T) => Array.from({ length: shops }, (_, index) => make(index))
  return {
    nodes: [
      createNode('Client', { id: 'users', position, settings: { concurrentUsers: 20 * shops } }),
      ...of((index) =>
        createNode('Server', {
          ...{ id: `shop${index}`, position },
          settings: { concurrencyModel: 'Worker Pool', cpuCores: 4, autoScaling: false },
        }),
      ),
      createNode('Database', { id: 'ledger', position, settings: { maxConnections: 2, averageLatency: 200 } }),
    ],
    edges: [
      ...of((index) =>
        createEdge('http', { id: `ask${index}`, ends: { source: 'users', target: `shop${index}` }, settings: retries }),
      ),
      ...of((index) =>
        createEdge('database', {
          ...{ id: `query${index}`, ends: { source: `shop${index}`, target: 'ledger' } },
          settings: pool,
        }),
      ),
    ],
  }
}

function simulated(flow: Flow, untilMs: number, most = 300): RunSnapshot {
  const run = openSimulation({ flow, seed: 7 })
  run.watch({ speed: 1, most })
  run.advance(untilMs, { events: 1e9 })
  return run.snapshot()
}

/** What arrives of a message. */
const sent = (value: unknown) => JSON.parse(JSON.stringify(value))

const SHOWN = { state: 'running', speed: 2, seed: 7 } as const

describe('the message of a run that is presented', () => {
  it.each(['live', 'events'] as const)('[COL-124] tells its figures, loads and dots: %s', (engine) => {
    const flow = fleet(3, engine)
    const snapshot = simulated(flow, 5_000)
    const read = readRun(sent(runMessage(SHOWN, snapshot)), flow)
    expect(read).toMatchObject({ state: 'running', speed: 2 })
    const { completedRequests, elapsedTime, requestsPerSecond, windows, nodes, edges } = snapshot
    expect(completedRequests).toBeGreaterThan(100)
    expect(read?.snapshot).toMatchObject({ engine, seed: 7, completedRequests, elapsedTime, nodes, edges })
    expect(read?.snapshot.requestsPerSecond).toBeCloseTo(requestsPerSecond, 1)
    expect(read?.snapshot.windows.last10s.completed).toBe(windows.last10s.completed)
    for (const list of ['nodeUtilization', 'edgeUtilization'] as const) {
      expect(Math.max(...snapshot[list])).toBeGreaterThan(0)
      for (const [index, load] of snapshot[list].entries()) expect(read?.snapshot[list][index]).toBeCloseTo(load, 2)
    }
    const { dots } = (read as PresentedRun).snapshot
    expect(dots.count).toBeGreaterThan(0)
    for (let index = 0; index < dots.count; index++) {
      const at = snapshot.dots.id.indexOf(dots.id[index] ?? -1)
      expect(dots.edge[index]).toBe(snapshot.dots.edge[at])
      expect(dots.startedAt[index]).toBeCloseTo(snapshot.dots.startedAt[at] ?? 0, 1)
    }
  })

  it('[COL-124] [RUN-729] leaves of the bottlenecks the five that its presenter sees', () => {
    const flow = fleet(4)
    const { nodes, edges } = flow
    const loads = {
      nodeUtilization: new Float32Array(nodes.length).fill(0.95),
      edgeUtilization: new Float32Array(edges.length).fill(0.6),
    }
    const read = readRun(sent(runMessage(SHOWN, { ...simulated(flow, 1_000), ...loads })), flow)
    expect(read?.snapshot.bottlenecks.map(({ of, id, level }) => [of, id, level])).toEqual(
      nodes.slice(0, 5).map(({ id }) => ['node', id, 90]),
    )
  })

  it('[RUN-761] leaves bottlenecks of the same percentage in the order that its presenter sees', () => {
    const flow = fleet(4)
    const { nodes, edges } = flow
    const loads = {
      nodeUtilization: new Float32Array(nodes.length).fill(1),
      edgeUtilization: new Float32Array(edges.length).fill(0.6),
    }
    const order = ['s3', 'c0', 's1', 'c2', 's0']
    const bottlenecks = order.map((id) => ({ of: 'node' as const, id, utilization: 1, level: 90 as const }))
    const message = sent(runMessage(SHOWN, { ...simulated(flow, 1_000), ...loads, bottlenecks }))
    expect(readRun(message, flow)?.snapshot.bottlenecks.map(({ id }) => id)).toEqual(order)
    expect(readRun({ ...message, bottlenecks: 'none' }, flow)?.snapshot.bottlenecks).toHaveLength(5)
  })

  it('[COL-160] tells of the failed requests what its presenter sees', () => {
    const { nodes, edges } = fleet(1, 'live')
    const at = (id: string, settings: object, type: 'Client' | 'Server' = 'Client') =>
      createNode(type, { id, position: { x: 0, y: 0 }, settings: { ...settings } })
    const alone = at('alone', { concurrentUsers: 300 })
    const weak = [at('c', { concurrentUsers: 300 }), at('s', { failureProbability: 1 }, 'Server')]
    const edge = createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })
    const flow = { nodes: [...nodes, ...weak, alone], edges: [...edges, edge], simulation: { engine: 'live' as const } }
    const snapshot = simulated(flow, 20_000)
    const { total, reasons, nodes: places } = snapshot.errors
    expect(total).toBeLessThan(snapshot.failedRequests)
    expect(reasons.length).toBeGreaterThan(1)
    const told = (readRun(sent(runMessage(SHOWN, snapshot)), flow) as PresentedRun).snapshot
    expect(told.errors).toEqual({ total, reasons, nodes: places, recent: [] })
  })

  it('[COL-161] leaves each load at its level', () => {
    const flow = fleet(6, 'live')
    const nodeUtilization = Float32Array.of(0.5, 0.501, 0.499, 0.7, 0.7001, 0.6995, 0.9, 0.9001, 0.899, 1, 0, 0.3)
    const { snapshot } = readRun(
      sent(runMessage(SHOWN, { ...simulated(flow, 1_000), nodeUtilization })),
      flow,
    ) as PresentedRun
    const levels = (loads: Float32Array) => Array.from(loads, (load) => utilizationLevel(load))
    expect(levels(snapshot.nodeUtilization)).toEqual(levels(nodeUtilization))
    expect(new Set(levels(nodeUtilization))).toEqual(new Set([0, 50, 70, 90]))
  })

  it('[COL-156] [COL-157] tells beside the percentages what is taken, the rates and what waits, in the words of its presenter', () => {
    const flow = waiting(4)
    // Times up to 4,096 ms are told exactly, and none is longer yet.
    const snapshot = simulated(flow, 4_000)
    const told = (readRun(sent(runMessage(SHOWN, snapshot)), flow) as PresentedRun).snapshot
    const words = (of: RunSnapshot) => ({
      taken: flow.nodes.map((_, index) => takenText(of.nodeFigures, index)),
      lines: flow.nodes.map((_, index) => lineOf({ ...of, nodeUtilization: snapshot.nodeUtilization }, index)),
      pools: flow.edges.map((_, index) => inUseText({ ...of, edgeUtilization: snapshot.edgeUtilization }, index)),
    })
    expect(words(snapshot).taken).toContainEqual(expect.stringMatching(/slots taken, \d+ % at work$/))
    expect(words(snapshot).pools).toContainEqual(expect.stringContaining('connections in use'))
    expect(words(told)).toEqual(words(snapshot))
    for (const id of ['users', 'shop0', 'ledger', 'query0']) {
      const [here, there] = [elementRates(snapshot, id), elementRates(told, id)]
      expect(there).toMatchObject({ window: here?.window, taken: here?.taken })
      for (const [index, rate] of (here?.rates ?? []).entries()) {
        expect(there?.rates[index]?.name).toBe(rate.name)
        expect(there?.rates[index]?.perSecond).toBeCloseTo(rate.perSecond, 1)
      }
    }
    expect(noErrorsText({ ...snapshot, completedRequests: 1 })).toContain('calls per second')
    expect(noErrorsText({ ...told, completedRequests: 1 })).toBe(noErrorsText({ ...snapshot, completedRequests: 1 }))
  })

  it('[COL-156] tells it of the fullest where not all have room', () => {
    const flow = waiting(150)
    const snapshot = simulated(flow, 2_000)
    const nodeUtilization = Float32Array.from(snapshot.nodes, (id) => (id === 'shop140' ? 1 : 0.5))
    const { nodeFigures } = (readRun(sent(runMessage(SHOWN, { ...snapshot, nodeUtilization })), flow) as PresentedRun)
      .snapshot
    const isTold = [...(nodeFigures?.offered ?? [])].map((rate) => !Number.isNaN(rate))
    expect(isTold[snapshot.nodes.indexOf('shop140')]).toBe(true)
    expect(isTold.filter((is) => is).length).toBeLessThan(flow.nodes.length)
  })

  it('[COL-125] is never longer than what passes between servers, however large the flow and however many its dots', () => {
    const flow = fleet(1_000)
    const snapshot = simulated(flow, 1_000, 5_000)
    expect(snapshot.dots.count).toBeGreaterThan(300)
    expect(JSON.stringify(runMessage(SHOWN, snapshot)).length).toBeLessThanOrEqual(MOST_LENGTH)
    const small = runMessage(SHOWN, simulated(fleet(1), 1_000))
    expect(JSON.stringify(small).length).toBeLessThan(MOST_LENGTH)
  })

  it('[COL-126] loads and dots of another flow are left out, and figures are not', () => {
    const message = sent(runMessage(SHOWN, simulated(fleet(3), 5_000)))
    const { nodes, edges } = fleet(3)
    const read = readRun(message, { nodes: nodes.toReversed(), edges })
    expect(read?.snapshot.completedRequests).toBeGreaterThan(100)
    expect([Math.max(...(read?.snapshot.nodeUtilization ?? [1])), read?.snapshot.dots.count]).toEqual([0, 0])
  })

  it('[COL-127] anything else is read as no run, or as one within bounds', () => {
    const flow = fleet(3)
    const message = sent(runMessage(SHOWN, simulated(flow, 5_000)))
    const none = [
      null,
      7,
      {},
      { ...message, state: 'stopped' },
      { ...message, speed: 3 },
      { ...message, engine: 'steam' },
      { ...message, figures: 'all' },
      { ...message, figures: message.figures.with(0, -1) },
      { ...message, figures: message.figures.with(0, '1') },
      { ...message, windows: [] },
      { ...message, windows: [[], [], []] },
    ]
    for (const value of none) expect(readRun(value, flow)).toBeNull()
    for (const strange of [
      { dots: 'no base64!' },
      { dots: 7 },
      { loads: 'x'.repeat(99_999) },
      { reasons: [7, ['a', 'b']] },
      { failures: 'many', failedAt: [7, [99, 1], ['s0', 2], [0, -1]] },
      { seed: {} },
      { nodeRows: '/'.repeat(4_000), edgeRows: 'no base64!' },
      { nodeRows: 7, edgeRows: '////' },
    ]) {
      const { dots, nodeUtilization } = (readRun({ ...message, ...strange }, flow) as PresentedRun).snapshot
      expect(nodeUtilization).toHaveLength(6)
      for (const edge of dots.edge) expect(edge).toBeLessThan(3)
    }
  })
})

/** Two screens: what one tells the other hears. */
function screens() {
  const flow = fleet(2)
  const [presenter, viewer] = [testSession(), testSession()]
  for (const { document } of [presenter, viewer])
    document.getState().restore({ flow, saved: null, heading: null, savedContent: flow })
  const ends = [presentRun(presenter), watchRuns(viewer)]
  const told = () => presenter.stateOf(createPresenting).getState().told
  const peer = (): Peer => ({
    ...{
      client: 1,
      name: 'Ada',
      colour: 1,
      cursor: null,
      selection: [],
      drag: null,
      comments: 0,
      replaced: 0,
      view: null,
    },
    run: told(),
  })
  const hear = () => viewer.live.setState({ peers: [peer()] })
  const starts: string[] = []
  for (const [name, { run }] of Object.entries({ presenter, viewer }))
    run.takeControl({
      ...{ toEnd: () => {}, step: () => {}, log: async () => null },
      start: () => {
        starts.push(name)
        run.store.setState({ state: 'running' })
      },
      pause: () => run.store.setState({ state: 'paused' }),
      resume: () => run.store.setState({ state: 'running' }),
      reset: () => run.end(),
    })
  const snapshots = [1_000, 2_000, 3_000].map((ms) => simulated(flow, ms))
  const play = (index: number) => {
    const snapshot = snapshots[index]
    if (snapshot) presenter.run.publishSnapshot(snapshot, [])
    vi.advanceTimersByTime(150)
    hear()
  }
  const end = () => {
    for (const act of ends) act()
  }
  return { presenter, viewer, told, hear, starts, play, end }
}

const present = (session: EditorSession) => session.stateOf(createPresenting).setState({ isOn: true })

describe('a run that is presented', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('requestAnimationFrame', () => 0)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('[COL-128] is told while it is presented, at most ten times a second, and no more after it ended', () => {
    const { presenter, told, play, end } = screens()
    presenter.run.ask('start')
    play(0)
    expect(told()).toBeNull()
    present(presenter)
    const seen = new Set<unknown>()
    for (let ms = 0; ms < 1_000; ms += 10) {
      presenter.run.publishSnapshot(simulated(fleet(2), 1_000), [])
      seen.add(told())
      vi.advanceTimersByTime(10)
    }
    expect(seen.size).toBeGreaterThan(5)
    expect(seen.size).toBeLessThanOrEqual(12)
    presenter.run.ask('reset')
    expect([told(), presenter.stateOf(createPresenting).getState().isOn]).toEqual([null, false])
    end()
  })

  it('[COL-129] is shown to who follows: figures, loads, dots, state and speed, until they follow no more', () => {
    const { presenter, viewer, play, hear, end } = screens()
    presenter.run.store.setState({ speed: 5 })
    presenter.run.ask('start')
    present(presenter)
    play(0)
    expect(viewer.run.store.getState()).toMatchObject({ state: 'stopped', isWatched: false })
    viewer.live.setState({ following: 1 })
    play(1)
    expect(viewer.run.store.getState()).toMatchObject({ state: 'running', isWatched: true, speed: 5 })
    expect(viewer.run.newestSnapshot()).toMatchObject({ elapsedTime: 2_000 })
    expect(viewer.run.newestSnapshot()?.dots.count).toBeGreaterThan(0)
    play(2)
    expect(viewer.run.history.getState().points.length).toBeGreaterThan(0)
    presenter.run.ask('pause')
    hear()
    expect(viewer.run.store.getState().state).toBe('paused')
    viewer.live.setState({ following: null })
    expect(viewer.run.store.getState()).toMatchObject({ state: 'stopped', isWatched: false, speed: 1, notice: null })
    expect(viewer.run.newestSnapshot()).toBeNull()
    end()
  })

  it('[COL-130] is watched without following, in place of a run of one’s own, and left for one', () => {
    const { presenter, viewer, starts, play, end } = screens()
    presenter.run.ask('start')
    present(presenter)
    viewer.run.ask('start')
    play(0)
    viewer.live.setState({ following: 1 })
    expect(viewer.run.store.getState()).toMatchObject({ state: 'running', isWatched: false })
    viewer.live.setState({ watching: 1 })
    expect(viewer.run.store.getState()).toMatchObject({ state: 'running', isWatched: true })
    for (const act of ['pause', 'step', 'toEnd'] as const) expect(viewer.run.isOffered(act)).toBe(false)
    viewer.run.ask('start')
    expect(viewer.run.store.getState()).toMatchObject({ state: 'running', isWatched: false })
    expect(viewer.live.getState()).toMatchObject({ watching: null, following: null })
    expect(starts).toEqual(['presenter', 'viewer', 'viewer'])
    end()
  })

  it('[COL-131] ends for those who watch when it is presented no more, or its presenter leaves', () => {
    for (const isGone of [false, true]) {
      const { presenter, viewer, play, hear, end } = screens()
      presenter.run.ask('start')
      present(presenter)
      play(0)
      viewer.live.setState({ watching: 1 })
      play(1)
      expect(viewer.run.store.getState().isWatched).toBe(true)
      if (isGone) viewer.live.setState({ peers: [] })
      else {
        presenter.stateOf(createPresenting).setState({ isOn: false, told: null })
        hear()
      }
      expect(viewer.run.store.getState()).toMatchObject({
        ...{ state: 'stopped', isWatched: false },
        notice: 'The run that Ada presented has ended.',
      })
      expect(viewer.live.getState().watching).toBeNull()
      end()
    }
  })
})
