import type { HistoryPoint } from '@plimsoll/live-engine'
import { useDiagram } from '../../../../stores/diagram.ts'
import { endRun, publishSnapshot, useRun } from '../run.ts'
import { type RunController, takeControl } from '../run-control.ts'
import { followEdits } from './edit-feed.ts'
import { withUpdate } from './history-update.ts'
import type { Parts, RunReport } from './protocol.ts'
import { createChunkedSender } from './send-in-chunks.ts'
import { openWorker, type WorkerLink } from './worker-link.ts'

const CRASHED = 'The simulation stopped unexpectedly. Your diagram is untouched; press Start to run it again.'

/** Carries out what is asked of the run from now on; gives back how to end that, and the run with it. */
export function controlRuns(): () => void {
  const controller = createRunController()
  const release = takeControl(controller)
  return () => {
    release()
    controller.reset()
  }
}

/**
 * Runs the diagram in a worker and writes what it tells into the run store. One run, one worker: it opens on Start and closes on
 * Reset or when it dies. A command that the state does not offer is ignored. While the tab is hidden, simulated time stands.
 */
function createRunController(): RunController {
  let run: WorkerLink | null = null
  /** A step was asked for and is not yet shown. */
  let isStepping = false

  function start(): void {
    if (run) return
    let parts: Parts = { nodes: [], edges: [] }
    let history: readonly HistoryPoint[] = []
    const expectsTicks = () => isTicking() || isStepping
    const worker = openWorker({ onReport, onDeath: () => end(CRASHED), expectsTicks })
    const { send, begin, end: endHandOver } = createChunkedSender(worker.send)
    const unfollow = followEdits({ onEdit: (flow) => send({ type: 'update', flow }), onReplaced: () => end() })
    const unpace = followPace(send)
    const cancel = afterNextFrame(() => {
      const { seed, speed } = useRun.getState()
      begin({ type: 'start', flow: useDiagram.getState().flow, seed, speed })
    })
    const close = () => {
      cancel()
      endHandOver()
      unpace()
      unfollow()
      worker.close()
    }
    run = { send, close }
    useRun.setState({ state: 'running', notice: null })

    function onReport(report: RunReport): void {
      if (report.type === 'refused') {
        end(`This diagram cannot be simulated: ${report.reason}.`)
        return
      }
      parts = report.parts ?? parts
      history = withUpdate(history, report.history)
      // What was still on its way when Pause was pressed must not change the figures.
      if (useRun.getState().state !== 'running' && !isStepping) return
      isStepping = false
      publishSnapshot({ ...report.figures, ...parts }, history)
    }
  }

  function step(): void {
    const { state, snapshot } = useRun.getState()
    if (state !== 'paused') return
    isStepping = true
    run?.send({ type: 'step', after: snapshot?.elapsedTime ?? 0 })
  }

  function end(notice: string | null = null): void {
    run?.close()
    run = null
    isStepping = false
    endRun(notice)
  }

  return {
    start,
    pause: () => move({ from: 'running', to: 'paused' }),
    resume: () => move({ from: 'paused', to: 'running' }),
    step,
    reset: () => end(),
  }
}

type Send = ReturnType<typeof createChunkedSender>['send']

/** Calls back when what has changed is on the screen; returns how to call that off. */
function afterNextFrame(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

function move({ from, to }: { from: 'running' | 'paused'; to: 'running' | 'paused' }): void {
  if (useRun.getState().state === from) useRun.setState({ state: to })
}

const isTicking = () => useRun.getState().state === 'running' && !document.hidden

/** Stops and starts the worker's clock with the state and with the tab's visibility, and passes the speed on. */
function followPace(send: Send): () => void {
  const setPace = () => send({ type: isTicking() ? 'resume' : 'pause' })
  const unsubscribe = useRun.subscribe(({ state, speed }, before) => {
    if (speed !== before.speed) send({ type: 'speed', speed })
    if (state !== before.state) setPace()
  })
  document.addEventListener('visibilitychange', setPace)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', setPace)
  }
}
