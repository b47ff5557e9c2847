import type { HistoryPoint, LiveSnapshot, RunState } from '@plimsoll/live-engine'
import { create } from 'zustand'
import { createLoadFeed } from './load-feed.ts'
import { NO_HISTORY, showHistory } from './run-history.ts'
import type { Speed } from './speeds.ts'

type Run = {
  state: RunState
  /** What the engine last told; null until the first tick and again after Reset. */
  snapshot: LiveSnapshot | null
  /** Whole number that makes a run repeatable: the same diagram and seed give the same figures. */
  seed: number
  /** Kept from run to run while the app is open. */
  speed: Speed
  /** Why the last run ended without being asked to, in words for the reader. */
  notice: string | null
}

const stopped = { state: 'stopped', snapshot: null } as const

/** The run on screen. Whoever simulates writes into it (`publishSnapshot`, `endRun`); with no one simulating it is simply stopped. */
export const useRun = create<Run>()(() => ({ ...stopped, seed: 1, speed: 1, notice: null }))

/** Of nodes, and of edges: to style, lay out and paint so many takes a browser a tenth of a second. */
const DRAWN_IN_FRAME = 500

const nodeLoads = createLoadFeed({ drawnInFrame: DRAWN_IN_FRAME })
const edgeLoads = createLoadFeed({ drawnInFrame: DRAWN_IN_FRAME })
const dotListeners = new Set<() => void>()

/** Calls back with a node's utilization, 0 to 1, now and whenever it changes; null while nothing runs. For drawing outside React. */
export const subscribeNodeLoad = nodeLoads.subscribe

/** A node's utilization now, 0 to 1; null while nothing runs. */
export const nodeLoad = nodeLoads.of

/** Calls back with an edge's utilization, 0 to 1, now and whenever it changes; null while nothing runs. For drawing outside React. */
export const subscribeEdgeLoad = edgeLoads.subscribe

/** An edge's utilization now, 0 to 1; null while nothing runs. */
export const edgeLoad = edgeLoads.of

/** Calls back when there are new dots to draw, or none any more: read them from `useRun.getState().snapshot`. */
export function subscribeDots(listener: () => void): () => void {
  dotListeners.add(listener)
  return () => dotListeners.delete(listener)
}

/** Shows one tick, and the run up to it: React's readers, the nodes, the edges and the dots all see the same snapshot. */
export function publishSnapshot(snapshot: LiveSnapshot, history: readonly HistoryPoint[]): void {
  useRun.setState({ snapshot })
  showHistory(history)
  nodeLoads.publish(snapshot.nodes, snapshot.nodeUtilization)
  edgeLoads.publish(snapshot.edges, snapshot.edgeUtilization)
  for (const listener of dotListeners) listener()
}

/** Back to the start: no figures, no loads, no dots. A notice says why, when nobody asked for it. */
export function endRun(notice: string | null = null): void {
  useRun.setState({ ...stopped, notice })
  showHistory(NO_HISTORY)
  nodeLoads.clear()
  edgeLoads.clear()
  for (const listener of dotListeners) listener()
}
