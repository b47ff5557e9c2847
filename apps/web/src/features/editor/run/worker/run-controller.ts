import type { Flow } from '@plimsoll/flow'
import type { HistoryPoint, RunLog } from '@plimsoll/simulation'
import { toast } from '../../../../shared/ui/toast.ts'
import type { WithRun } from '../run.ts'
import type { RunController } from '../run-control.ts'
import { followEdits } from './edit-feed.ts'
import { withUpdate } from './history-update.ts'
import type { Parts, RunReport } from './protocol.ts'
import { createChunkedSender } from './send-in-chunks.ts'
import { openWorker, type WorkerLink } from './worker-link.ts'

const RESTARTED = 'The diagram has changed, so the run began anew.'
const CRASHED = 'The simulation stopped unexpectedly. Your diagram is untouched; press Start to run it again.'

/** Carries out what is asked of the run from now on; gives back how to end that, and the run with it. */
export function controlRuns(session: WithRun): () => void {
  const controller = createRunController(session)
  const release = session.run.takeControl(controller)
  return () => {
    release()
    controller.reset()
  }
}

/**
 * Runs the diagram in a worker and writes what it tells into the run store. One run, one worker: it opens on Start and closes on
 * Reset or when it dies. A command that the state does not offer is ignored. While the tab is hidden, simulated time stands.
 */
function createRunController(session: WithRun): RunController {
  let run: WorkerLink | null = null
  /** A step was asked for and is not yet shown. */
  let isStepping = false
  /** They wait for what repeats the run. */
  let askedForLog: ((log: RunLog<Flow> | null) => void)[] = []

  function start({ toEnd = false } = {}): void {
    if (run) return
    let parts: Parts = { nodes: [], edges: [] }
    let history: readonly HistoryPoint[] = []
    const expectsTicks = () => isTicking(session) || isStepping
    const worker = openWorker({ onReport, onDeath: () => end(CRASHED), expectsTicks })
    const { send, begin, end: endHandOver } = createChunkedSender(worker.send)
    const unfollow = followEdits(session, { onEdit, onReplaced: () => end() })
    function onEdit(flow: Flow, words: readonly string[]): void {
      send({ type: 'update', flow, words })
    }
    const unpace = followPace(session, send)
    const cancel = afterNextFrame(() => {
      const { seed, speed } = session.run.store.getState()
      begin({ type: 'start', flow: session.document.getState().flow, seed, speed, ...(toEnd && { toEnd }) })
    })
    const close = () => {
      cancel()
      endHandOver()
      unpace()
      unfollow()
      worker.close()
    }
    run = { send, close }
    session.run.store.setState({ state: 'running', notice: null })

    function onReport(report: RunReport): void {
      if (report.type === 'refused') {
        end(`This diagram cannot be simulated: ${report.reason}.`)
        return
      }
      if (report.type === 'log') {
        answerLog(report.log)
        return
      }
      if (report.type === 'edits') {
        const { edits, refused } = report
        session.run.store.setState({
          edits,
          notice: refused && `The last edit cannot be simulated: ${refused}. The run goes on without it.`,
        })
        return
      }
      parts = report.parts ?? parts
      history = withUpdate(history, report.history)
      if (report.hasRestarted) toast.info(RESTARTED)
      // What was still on its way when Pause was pressed must not change the figures.
      if (session.run.store.getState().state !== 'running' && !isStepping) return
      isStepping = false
      session.run.publishSnapshot({ ...report.figures, ...parts }, history)
      if (report.findings) session.run.store.setState({ findings: report.findings })
      const { reachedSpeed, goalMs, endedEarly } = report
      const shown = session.run.store.getState()
      if (reachedSpeed !== shown.reachedSpeed || goalMs !== shown.goalMs)
        session.run.store.setState({ reachedSpeed, goalMs })
      if (endedEarly !== null || report.isAtGoal) session.run.store.setState({ state: 'paused' })
      if (endedEarly !== null) session.run.store.setState({ notice: `The run cannot go on: ${endedEarly}.` })
    }
  }

  function step(): void {
    const { state, snapshot } = session.run.store.getState()
    if (state !== 'paused') return
    isStepping = true
    run?.send({ type: 'step', after: snapshot?.elapsedTime ?? 0 })
  }

  function answerLog(log: RunLog<Flow> | null): void {
    for (const answer of askedForLog) answer(log)
    askedForLog = []
  }

  function log(): Promise<RunLog<Flow> | null> {
    const link = run
    if (link === null) return Promise.resolve(null)
    return new Promise((resolve) => {
      askedForLog.push(resolve)
      link.send({ type: 'log' })
    })
  }

  function toEnd(): void {
    if (!run) {
      start({ toEnd: true })
      return
    }
    run.send({ type: 'to-end' })
    session.run.store.setState({ state: 'running' })
  }

  function end(notice: string | null = null): void {
    run?.close()
    run = null
    isStepping = false
    answerLog(null)
    session.run.end(notice)
  }

  return {
    start: () => start(),
    toEnd,
    pause: () => move(session, { from: 'running', to: 'paused' }),
    resume: () => move(session, { from: 'paused', to: 'running' }),
    step,
    reset: () => end(),
    log,
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

function move(session: WithRun, { from, to }: { from: 'running' | 'paused'; to: 'running' | 'paused' }): void {
  if (session.run.store.getState().state === from) session.run.store.setState({ state: to })
}

const isTicking = (session: WithRun) => session.run.store.getState().state === 'running' && !document.hidden

/** Stops and starts the worker's clock with the state and with the tab's visibility, and passes the speed on. */
function followPace(session: WithRun, send: Send): () => void {
  const setPace = () => send({ type: isTicking(session) ? 'resume' : 'pause' })
  const unsubscribe = session.run.store.subscribe(({ state, speed }, before) => {
    if (speed !== before.speed) send({ type: 'speed', speed })
    if (state !== before.state) setPace()
  })
  document.addEventListener('visibilitychange', setPace)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', setPace)
  }
}
