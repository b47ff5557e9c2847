import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { RunReport } from '../apps/web/src/features/editor/run/worker/protocol.ts'

const BUILT = join(import.meta.dirname, '..', 'apps', 'web', 'dist', 'assets')
const WORKER = 'simulation.worker-*.js'

/**
 * In place of the engine's worker, one that simulates nothing and tells ten times a second that the load of every node and edge is another
 * one, with as many dots as it is told, of all ages. So all bars move, and a figure of the canvas holds none of the engine's time.
 */
export async function runBusyWorker(page: Page, { dots }: { dots: number }): Promise<void> {
  if (globSync(WORKER, { cwd: BUILT }).length === 0) throw new Error(`The built page has no ${WORKER}.`)
  await page.route(`**/${WORKER}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${work})(${dots})` }),
  )
}

/** Runs in the worker; speaks the protocol of `apps/web/src/features/editor/run/worker/protocol.ts`. */
function work(dotCount: number): void {
  const TICK_MS = 100
  /** Ticks for which a dot is shown. */
  const DOT_TICKS = 5
  let nodes: string[] = []
  let edges: string[] = []
  let isTold = false
  let ticks = 0
  let timer: ReturnType<typeof setInterval> | undefined

  const idsOf = (elements: readonly { id: string }[]) => elements.map(({ id }) => id)

  addEventListener('message', ({ data }) => {
    // A large flow comes in pieces before the message that has the rest.
    if (data.type === 'piece' || data.flow) {
      const { nodes: moreNodes, edges: moreEdges } = data.flow ?? data
      nodes = [...nodes, ...idsOf(moreNodes)]
      edges = [...edges, ...idsOf(moreEdges)]
    }
    if (data.type === 'start' || data.type === 'resume') {
      clearInterval(timer)
      timer = setInterval(tick, TICK_MS)
    } else if (data.type === 'pause') clearInterval(timer)
  })

  function tick(): void {
    ticks += 1
    const report: RunReport = {
      type: 'tick',
      figures: figures(),
      parts: isTold ? null : { nodes, edges },
      history: null,
      findings: null,
      reachedSpeed: null,
      goalMs: null,
      isAtGoal: false,
      hasRestarted: false,
      endedEarly: null,
    }
    postMessage(report)
    isTold = true
  }

  /** Each rises and falls, none with its neighbour. */
  const loads = (count: number) =>
    Float32Array.from({ length: count }, (_, at) => 0.5 + 0.49 * Math.sin(at + ticks * 0.15))

  /** Each keeps its age class: a fifth of them sets out in every tick, over other connections than before. */
  const dots = (count: number) => {
    const setOut = (at: number) => ticks - ((ticks + at) % DOT_TICKS)
    return {
      count,
      id: Uint32Array.from({ length: count }, (_, at) => at),
      edge: Uint32Array.from({ length: count }, (_, at) => (setOut(at) * 7 + at * 31) % edges.length),
      startedAt: Float64Array.from({ length: count }, (_, at) => setOut(at) * TICK_MS),
      shownMs: new Float32Array(count).fill(DOT_TICKS * TICK_MS),
      retries: Uint8Array.from({ length: count }, (_, at) => (at % 20 === 0 ? 1 : 0)),
    }
  }

  const span = {
    ...{ spanMs: 10_000, offered: 1000, completed: 1000, failed: 0, retries: 0, reasons: [] },
    ...{ mean: 10, p50: 10, p95: 10, p99: 10 },
  }

  const figures = (): Extract<RunReport, { type: 'tick' }>['figures'] => ({
    engine: 'live',
    seed: 1,
    elapsedTime: ticks * TICK_MS,
    averageResponseTime: 10,
    averageRequestSize: 1,
    createdRequests: ticks * edges.length,
    activeRequests: edges.length,
    completedRequests: ticks,
    failedRequests: 0,
    retriesTotal: 0,
    successRate: 100,
    errorRate: 0,
    requestsPerSecond: 100,
    nodeUtilization: loads(nodes.length),
    edgeUtilization: loads(edges.length),
    bottlenecks: [],
    errors: { total: 0, reasons: [], nodes: [], recent: [] },
    metricHistory: [],
    dots: dots(edges.length === 0 ? 0 : dotCount),
    windows: { last10s: span, last60s: span, sinceStart: span },
    nodeFigures: null,
    edgeFigures: null,
    missing: [],
  })
}
