import type { Finding, HistoryPoint, RunSnapshot, RunState } from '@plimsoll/simulation'

import { createStore } from 'zustand/vanilla'
import type { DocumentStore } from '../../../stores/diagram.ts'
import { createLoadFeed } from './load-feed.ts'
import { OFFERED, type RunAct, type RunController } from './run-control.ts'
import type { Speed } from './speeds.ts'

export interface ShownRun {
  readonly state: RunState
  /** What the engine last told; null until the first tick and again after Reset. */
  readonly snapshot: RunSnapshot | null
  /** Whole number that makes a run repeatable: the same diagram and seed give the same figures. */
  readonly seed: number
  /** Kept from run to run while the session lasts. */
  readonly speed: Speed
  /** Simulated over wall time, where the run cannot keep up with `speed`; null: it does. */
  readonly reachedSpeed: number | null
  /** Simulated time to which the run goes as fast as it can; null: it goes by the clock. */
  readonly goalMs: number | null
  /** What is the matter with the run; null while nothing has told. */
  readonly findings: readonly Finding[] | null
  /** Why the last run ended without being asked to, in words for the reader. */
  readonly notice: string | null
}

interface RunEnvironment {
  readonly onNextFrame: (act: (now: number) => void) => unknown
}

type Run = ReturnType<typeof createRun>

/** The run, and the document that it simulates. */
export interface WithRun {
  readonly document: DocumentStore
  readonly run: Run
}

const stopped = { state: 'stopped', snapshot: null, reachedSpeed: null, goalMs: null, findings: null } as const

const NO_HISTORY: readonly HistoryPoint[] = []

/** Of nodes, and of edges: to style, lay out and paint so many takes a browser a tenth of a second. */
const DRAWN_IN_FRAME = 500

/** The run on screen. Whoever simulates writes into it (`publishSnapshot`, `end`); with no one simulating it is simply stopped. */
export function createRun({ onNextFrame }: RunEnvironment) {
  const store = createStore<ShownRun>()(() => ({ ...stopped, seed: 1, speed: 1, notice: null }))
  /** The run over time, oldest first; empty while there is none. Told of when there is a new point only. */
  const history = createStore<{ readonly points: readonly HistoryPoint[] }>()(() => ({ points: NO_HISTORY }))
  const nodeLoads = createLoadFeed({ drawnInFrame: DRAWN_IN_FRAME, onNextFrame })
  const edgeLoads = createLoadFeed({ drawnInFrame: DRAWN_IN_FRAME, onNextFrame })
  const dotListeners = new Set<() => void>()
  let controller: RunController | null = null

  function showHistory(points: readonly HistoryPoint[]): void {
    if (points !== history.getState().points) history.setState({ points })
  }

  function isOffered(act: RunAct): boolean {
    const offered: readonly RunAct[] = OFFERED[store.getState().state]
    return controller !== null && offered.includes(act)
  }

  return {
    store,
    history,
    /** Calls back with a node's utilization, 0 to 1, now and whenever it changes; null while nothing runs. For drawing outside React. */
    subscribeNodeLoad: nodeLoads.subscribe,
    /** A node's utilization now, 0 to 1; null while nothing runs. */
    nodeLoad: nodeLoads.of,
    /** Calls back with an edge's utilization, 0 to 1, now and whenever it changes; null while nothing runs. For drawing outside React. */
    subscribeEdgeLoad: edgeLoads.subscribe,
    /** An edge's utilization now, 0 to 1; null while nothing runs. */
    edgeLoad: edgeLoads.of,

    /** Calls back when there are new dots to draw, or none any more: read them from the snapshot. */
    subscribeDots(listener: () => void): () => void {
      dotListeners.add(listener)
      return () => dotListeners.delete(listener)
    },

    /** Shows one tick, and the run up to it: React's readers, the nodes, the edges and the dots all see the same snapshot. */
    publishSnapshot(snapshot: RunSnapshot, points: readonly HistoryPoint[]): void {
      store.setState({ snapshot })
      showHistory(points)
      nodeLoads.publish(snapshot.nodes, snapshot.nodeUtilization)
      edgeLoads.publish(snapshot.edges, snapshot.edgeUtilization)
      for (const listener of dotListeners) listener()
    },

    /** Back to the start: no figures, no loads, no dots. A notice says why, when nobody asked for it. */
    end(notice: string | null = null): void {
      store.setState({ ...stopped, notice })
      showHistory(NO_HISTORY)
      nodeLoads.clear()
      edgeLoads.clear()
      for (const listener of dotListeners) listener()
    },

    /** Whoever simulates takes what is asked from now on; gives back how to end that. */
    takeControl(next: RunController): () => void {
      controller = next
      return () => {
        if (controller === next) controller = null
      }
    },

    isOffered,

    /** Does it, if the state of the run offers it. */
    ask(act: RunAct): void {
      if (isOffered(act)) controller?.[act]()
    },

    dispose(): void {
      controller?.reset()
      controller = null
    },
  }
}
