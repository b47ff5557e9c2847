import { heroTemplate } from 'virtual:hero-template'
import type { RunSnapshot } from '@plimsoll/simulation'

import { create } from 'zustand'
import type { HeroReport, HeroRequest } from './hero-messages.ts'
import { heroUsers } from './hero-users.ts'

type HeroRun = {
  users: number
  /** The cards' second lines, in the order of the template's nodes. */
  summaries: readonly string[]
  /** What the engine last told; null until it has been loaded. */
  snapshot: RunSnapshot | null
  /** Utilization of the template's nodes and edges, 0 to 1, evened out over half a second so that colours do not flicker. */
  nodeLoads: readonly number[]
  edgeLoads: readonly number[]
  /** When it told it, in ms of the page's own clock. */
  shownAt: number
}

/** The engine is loaded this long after the page stands there. */
const PAINT_MS = 200
const STEP_MS = 100

/** The run that all live pictures of the landing page show. */
export const useHeroRun = create<HeroRun>()(() => ({
  users: heroUsers.initial,
  summaries: heroTemplate.nodes.map(({ summary }) => summary),
  snapshot: null,
  nodeLoads: [],
  edgeLoads: [],
  shownAt: 0,
}))

export const setUsers = (users: number): void => useHeroRun.setState({ users })

function show({ snapshot, summaries }: HeroReport) {
  useHeroRun.setState(({ nodeLoads, edgeLoads }) => ({
    snapshot,
    summaries,
    nodeLoads: evenedOut(nodeLoads, snapshot.nodeUtilization),
    edgeLoads: evenedOut(edgeLoads, snapshot.edgeUtilization),
    shownAt: performance.now(),
  }))
}

function evenedOut(shown: readonly number[], next: Float32Array): readonly number[] {
  return Array.from(next, (value, index) => {
    const before = shown[index] ?? 0
    return before + (value - before) * 0.2
  })
}

/** Loads the engine after the first paint, and lets it run while the page is looked at. Without it the diagram stays at rest. Gives back the stop. */
export function runHero(): () => void {
  let worker: Worker | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  const start = setTimeout(() => {
    worker = new Worker(new URL('./hero.worker.ts', import.meta.url), { type: 'module', name: 'hero' })
    let isAwaited = false
    worker.onmessage = ({ data }: MessageEvent<HeroReport>) => {
      isAwaited = false
      show(data)
    }
    timer = setInterval(() => {
      if (isAwaited || document.hidden) return
      isAwaited = true
      worker?.postMessage({ users: useHeroRun.getState().users, advanceMs: STEP_MS } satisfies HeroRequest)
    }, STEP_MS)
  }, PAINT_MS)

  return () => {
    clearTimeout(start)
    clearInterval(timer)
    worker?.terminate()
  }
}
