import { createEventSimulation } from '@plimsoll/event-engine'
import { createEdge, createNode } from '@plimsoll/flow'
import type { RunSnapshot } from '@plimsoll/simulation'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNodeFigures } from '../../src/features/editor/painters/nodes/node-figures.ts'
import { testSession } from '../editor-session.ts'

const CLIENTS = 70
const ORIGIN = { x: 0, y: 0 }
const clients = Array.from({ length: CLIENTS }, (_, at) => createNode('Client', { id: `c${at}`, position: ORIGIN }))
const flow = {
  nodes: [...clients, createNode('Server', { id: 'server', position: ORIGIN })],
  edges: clients.map(({ id }) => createEdge('http', { id: `of-${id}`, ends: { source: id, target: 'server' } })),
}
const IN_VIEW = { x: 0, y: 0, width: 225, height: 75 }

let session: ReturnType<typeof testSession>
let last: RunSnapshot
let frames: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  frames = []
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act))
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0))
  session = testSession()
  session.run.store.setState({ state: 'running' })
  session.viewport.setState({ width: 400, height: 300 })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const simulation = createEventSimulation({ flow, seed: 1 })

/** What the engine tells 40 ms after what it told before. */
function report(): void {
  simulation.advance(simulation.timeMs + 40, { events: 1e6 })
  last = simulation.snapshot()
  vi.advanceTimersByTime(40)
  session.run.publishSnapshot(last, [])
}

const shown = () => session.run.store.getState().snapshot
const nextFrame = () => frames.splice(0).map((act) => act())

/** What each node is told, in turn; all of them lie there. */
function listenToFigures(rect = () => IN_VIEW): string[] {
  const told: string[] = []
  const showFigures = session.stateOf(createNodeFigures)
  for (const { id } of clients) showFigures(id, { rect, show: (figures) => told.push(`${id} ${figures?.text}`) > 0 })
  return told
}

it('[RUN-550] [RUN-707] figures of a run change every 230 ms at most, its dots with every report', () => {
  let dotsTold = 0
  session.run.subscribeDots(() => {
    dotsTold += 1
    expect(session.run.newestSnapshot()).toBe(last)
  })
  report()
  expect(shown()).toBe(last)
  const first = last
  for (let more = 0; more < 5; more += 1) report()
  expect(shown()).toBe(first)
  report()
  expect(shown()).toBe(last)
  expect(dotsTold).toBe(7)
})

it('[RUN-551] Pause shows the figures of the last report', () => {
  report()
  report()
  expect(shown()).not.toBe(last)
  session.run.store.setState({ state: 'paused' })
  expect(shown()).toBe(last)
})

it('[RUN-552] of many nodes 30 change their figures in a frame, four times a second at most', () => {
  while (simulation.timeMs < 1000) simulation.advance(1000, { events: 1e6 })
  const told = listenToFigures()
  report()
  vi.advanceTimersByTime(0)
  expect(told).toHaveLength(30)
  // What comes meanwhile waits for the end of the round, and for its time.
  for (let more = 0; more < 6; more += 1) report()
  expect(told).toHaveLength(30)
  nextFrame()
  expect(told).toHaveLength(60)
  nextFrame()
  expect(told).toHaveLength(CLIENTS)
  expect(new Set(told.map((text) => text.split(' ')[0])).size).toBe(CLIENTS)
  vi.advanceTimersByTime(9)
  expect(told).toHaveLength(CLIENTS)
  vi.advanceTimersByTime(1)
  expect(told).toHaveLength(CLIENTS + 30)
  session.run.end()
  expect(told.slice(-CLIENTS)).toEqual(clients.map(({ id }) => `${id} undefined`))
})

/** Has all figures told that can be told now. */
function tellAll(): void {
  vi.advanceTimersByTime(250)
  while (frames.length > 0) nextFrame()
}

it('[RUN-560] [RUN-708] below a zoom of 0.4 a node tells what waits for it and no figures; above it they come back', () => {
  while (simulation.timeMs < 1000) simulation.advance(1000, { events: 1e6 })
  session.viewport.setState({ zoom: 0.39 })
  const told = listenToFigures()
  report()
  tellAll()
  expect(told).toEqual(clients.map(({ id }) => `${id} `))
  session.viewport.setState({ zoom: 0.4 })
  tellAll()
  expect(told).toHaveLength(2 * CLIENTS)
  for (const text of told.slice(CLIENTS)) expect(text).toMatch(/\srps$/)
})

it('[RUN-561] a node out of view is told its figures when it comes into view, also while the run is paused', () => {
  while (simulation.timeMs < 1000) simulation.advance(1000, { events: 1e6 })
  const told = listenToFigures(() => ({ ...IN_VIEW, x: 500 }))
  report()
  tellAll()
  expect(told).toEqual([])
  session.run.store.setState({ state: 'paused' })
  session.viewport.setState({ x: -200 })
  tellAll()
  expect(told).toHaveLength(CLIENTS)
})
