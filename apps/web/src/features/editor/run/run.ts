import type { EditMark, Finding, HistoryPoint, RunSnapshot, RunState } from '@plimsoll/simulation'

import { createStore } from 'zustand/vanilla'
import type { DocumentStore } from '../../../stores/diagram.ts'
import { createLoadFeed } from './load-feed.ts'
import { offeredBy, type RunAct, type RunController } from './run-control.ts'
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
  /** What was edited during the run, oldest first. */
  readonly edits: readonly EditMark[]
  /** Whether it is the run of somebody else, who leads it. */
  readonly isWatched: boolean
  /** Why the last run ended without being asked to, or why it goes on without an edit, in words for the reader. */
  readonly notice: string | null
}

interface RunEnvironment {
  /** Milliseconds of a clock that only rises. */
  readonly now: () => number
  readonly onNextFrame: (act: (now: number) => void) => unknown
}

/** How busy nodes and edges were in simulations of the design, 0 to 1, by id; `peaks`: the 95th percentile over time. */
export interface PredictedLoads {
  readonly nodes: ReadonlyMap<string, number>
  readonly peaks: ReadonlyMap<string, number>
  readonly edges: ReadonlyMap<string, number>
}

type Run = ReturnType<typeof createRun>

/** The run, and the document that it simulates. */
export interface WithRun {
  readonly document: DocumentStore
  readonly run: Run
}

const NO_EDITS: readonly EditMark[] = []

const stopped = {
  state: 'stopped',
  snapshot: null,
  reachedSpeed: null,
  goalMs: null,
  findings: null,
  edits: NO_EDITS,
} as const

const NO_HISTORY: readonly HistoryPoint[] = []

/** Wall time between two snapshots whose figures are shown at least: numbers that change oftener than four times a second cannot be read, and each costs a layout. */
const SHOWN_MS = 230

/** Of nodes, and of edges: to style, lay out and paint so many takes a browser a tenth of a second. */
const DRAWN_IN_FRAME = 500

/** The run on screen. Whoever simulates writes into it (`publishSnapshot`, `end`); with no one simulating it is simply stopped. */
export function createRun({ now, onNextFrame }: RunEnvironment) {
  const store = createStore<ShownRun>()(() => ({ ...stopped, seed: 1, speed: 1, isWatched: false, notice: null }))
  /** The run over time, oldest first; empty while there is none. Told of when there is a new point only. */
  const history = createStore<{ readonly points: readonly HistoryPoint[] }>()(() => ({ points: NO_HISTORY }))
  const nodeLoads = createLoadFeed({ drawnInFrame: DRAWN_IN_FRAME, onNextFrame })
  const edgeLoads = createLoadFeed({ drawnInFrame: DRAWN_IN_FRAME, onNextFrame })
  const nodePeaks = createLoadFeed({ drawnInFrame: DRAWN_IN_FRAME, onNextFrame })
  const dotListeners = new Set<() => void>()
  /** The last one carries out what is asked. */
  let controllers: readonly RunController[] = []
  let predicted: PredictedLoads | null = null
  let newest: { readonly snapshot: RunSnapshot; readonly points: readonly HistoryPoint[] } | null = null
  let shownAt = Number.NEGATIVE_INFINITY

  store.subscribe(({ state, snapshot }, before) => {
    if (state === before.state) return
    shownAt = Number.NEGATIVE_INFINITY
    if (state === 'paused' && newest?.snapshot !== snapshot) show()
  })

  function show(): void {
    if (!newest) return
    const { snapshot, points } = newest
    shownAt = now()
    store.setState({ snapshot })
    showHistory(points)
    nodePeaks.clear()
    nodeLoads.publish(snapshot.nodes, snapshot.nodeUtilization)
    edgeLoads.publish(snapshot.edges, snapshot.edgeUtilization)
  }

  function tellDots(): void {
    for (const listener of dotListeners) listener()
  }

  function showHistory(points: readonly HistoryPoint[]): void {
    if (points !== history.getState().points) history.setState({ points })
  }

  /** What is predicted, or nothing. */
  function showAtRest(): void {
    if (predicted === null) for (const feed of [nodeLoads, nodePeaks, edgeLoads]) feed.clear()
    else {
      publishAll(nodeLoads, predicted.nodes)
      publishAll(nodePeaks, predicted.peaks)
      publishAll(edgeLoads, predicted.edges)
    }
  }

  function isOffered(act: RunAct): boolean {
    return controllers.length > 0 && offeredBy(store.getState()).includes(act)
  }

  return {
    store,
    history,
    /** Calls back with a node's utilization, 0 to 1, now and whenever it changes; null while nothing runs. For drawing outside React. */
    subscribeNodeLoad: nodeLoads.subscribe,
    /** The same for the 95th percentile of its utilization over time; null unless a prediction is shown. */
    subscribeNodePeak: nodePeaks.subscribe,
    nodePeak: nodePeaks.of,
    /** A node's utilization now, 0 to 1; null while nothing runs. */
    nodeLoad: nodeLoads.of,
    /** Calls back with an edge's utilization, 0 to 1, now and whenever it changes; null while nothing runs. For drawing outside React. */
    subscribeEdgeLoad: edgeLoads.subscribe,
    /** An edge's utilization now, 0 to 1; null while nothing runs. */
    edgeLoad: edgeLoads.of,

    /** What the engine told last; while it runs, what the store holds may be older by `SHOWN_MS`. */
    newestSnapshot: () => newest?.snapshot ?? null,

    /** Calls back when there are new dots to draw, or none any more: read them from the newest snapshot. */
    subscribeDots(listener: () => void): () => void {
      dotListeners.add(listener)
      return () => dotListeners.delete(listener)
    },

    /** Shows the run as it is now: its dots with every snapshot, its figures, the same for all readers, no oftener than they can be read. */
    publishSnapshot(snapshot: RunSnapshot, points: readonly HistoryPoint[]): void {
      newest = { snapshot, points }
      if (store.getState().state !== 'running' || now() - shownAt >= SHOWN_MS) show()
      tellDots()
    },

    /** Back to the start: no figures, no loads, no dots. A notice says why, when nobody asked for it. */
    end(notice: string | null = null): void {
      newest = null
      store.setState({ ...stopped, notice })
      showHistory(NO_HISTORY)
      showAtRest()
      tellDots()
    },

    /** Shows these loads while nothing runs; null: none. */
    showPredicted(loads: PredictedLoads | null): void {
      predicted = loads
      if (store.getState().snapshot === null) showAtRest()
    },

    /** Whoever simulates takes what is asked from now on; gives back how to end that, and who did before goes on. */
    takeControl(next: RunController): () => void {
      controllers = [...controllers, next]
      return () => {
        controllers = controllers.filter((one) => one !== next)
      }
    },

    isOffered,

    /** Does it, if the state of the run offers it. */
    ask(act: RunAct): void {
      if (isOffered(act)) controllers.at(-1)?.[act]()
    },

    /** What repeats the run; null: there is none. */
    log: () => controllers.at(-1)?.log() ?? Promise.resolve(null),

    dispose(): void {
      controllers.at(-1)?.reset()
      controllers = []
    },
  }
}

const publishAll = (feed: ReturnType<typeof createLoadFeed>, loads: ReadonlyMap<string, number>): void =>
  feed.publish([...loads.keys()], [...loads.values()])
