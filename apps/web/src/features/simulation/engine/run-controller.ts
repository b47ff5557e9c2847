import { useDiagram } from '../../../stores/diagram.ts'
import { endRun, publishSnapshot, useRun } from '../../../stores/run.ts'
import { followEdits } from './edit-feed.ts'
import type { Parts, RunReport } from './protocol.ts'
import { openWorker, type WorkerLink } from './worker-link.ts'

export interface RunController {
  start(): void
  pause(): void
  resume(): void
  reset(): void
}

const CRASHED = 'The simulation stopped unexpectedly. Your diagram is untouched; press Start to run it again.'

/**
 * Runs the diagram in a worker and writes what it tells into the run store. One run, one worker: it opens on Start and closes on
 * Reset or when it dies. A command that the state does not offer is ignored. While the tab is hidden, simulated time stands.
 */
export function createRunController(): RunController {
  let close: (() => void) | null = null

  function start(): void {
    if (close) return
    let parts: Parts = { nodes: [], edges: [] }
    const worker = openWorker({ onReport, onDeath: () => end(CRASHED), expectsTicks: isTicking })
    const unfollow = followEdits({ onEdit: (flow) => worker.send({ type: 'update', flow }), onReplaced: () => end() })
    const unpace = followPace(worker)
    close = () => {
      unpace()
      unfollow()
      worker.close()
    }
    worker.send({ type: 'start', flow: useDiagram.getState().flow, seed: useRun.getState().seed })
    useRun.setState({ state: 'running', notice: null })

    function onReport(report: RunReport): void {
      if (report.type === 'refused') {
        end(`This diagram cannot be simulated: ${report.reason}.`)
        return
      }
      parts = report.parts ?? parts
      // What was still on its way when Pause was pressed must not change the figures.
      if (useRun.getState().state === 'running') publishSnapshot({ ...report.figures, ...parts })
    }
  }

  function end(notice: string | null = null): void {
    close?.()
    close = null
    endRun(notice)
  }

  return {
    start,
    pause: () => move({ from: 'running', to: 'paused' }),
    resume: () => move({ from: 'paused', to: 'running' }),
    reset: () => end(),
  }
}

function move({ from, to }: { from: 'running' | 'paused'; to: 'running' | 'paused' }): void {
  if (useRun.getState().state === from) useRun.setState({ state: to })
}

const isTicking = () => useRun.getState().state === 'running' && !document.hidden

/** Stops and starts the worker's clock with the state and with the tab's visibility. */
function followPace(worker: WorkerLink): () => void {
  const setPace = () => worker.send({ type: isTicking() ? 'resume' : 'pause' })
  const unsubscribe = useRun.subscribe(({ state }, before) => {
    if (state !== before.state) setPace()
  })
  document.addEventListener('visibilitychange', setPace)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', setPace)
  }
}
