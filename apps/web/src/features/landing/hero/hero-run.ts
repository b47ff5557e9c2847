import { heroTemplate } from 'virtual:hero-template'
import type { RunSnapshot } from '@plimsoll/simulation'

import { create } from 'zustand'
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

type Engine = ReturnType<typeof import('./hero-engine.ts')['startHeroRun']>

/** The run that all live pictures of the landing page show. */
export const useHeroRun = create<HeroRun>()(() => ({
  users: heroUsers.initial,
  summaries: heroTemplate.nodes.map(({ summary }) => summary),
  snapshot: null,
  nodeLoads: [],
  edgeLoads: [],
  shownAt: 0,
}))

let engine: Engine | null = null

export function setUsers(users: number): void {
  engine?.setUsers(users)
  useHeroRun.setState({ users, ...(engine && { summaries: engine.summaries() }) })
}

function show(snapshot: RunSnapshot) {
  useHeroRun.setState(({ nodeLoads, edgeLoads }) => ({
    snapshot,
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

/** Loads the engine after the first paint, and lets it run while the page is looked at. Gives back the stop. */
export function runHero(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  let stopped = false

  async function load() {
    const { startHeroRun, TICK_MS } = await import('./hero-engine.ts')
    if (stopped) return
    engine ??= startHeroRun()
    setUsers(useHeroRun.getState().users)
    timer = setInterval(() => {
      if (engine && !document.hidden) show(engine.tick())
    }, TICK_MS)
  }

  // Without the engine the diagram stays at rest.
  const start = setTimeout(() => load().catch(() => {}), 200)
  return () => {
    stopped = true
    clearTimeout(start)
    clearInterval(timer)
  }
}
