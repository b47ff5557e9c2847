import { createLiveRun, type LiveRun, TICK_MS } from '@plimsoll/live-engine'
import { createRunHistory, type HistoryPoint } from '@plimsoll/simulation'
import type { Speed } from '../speeds.ts'
import { updateSince } from './history-update.ts'
import { createRequestReader, type Parts, type RunReport, type RunRequest } from './protocol.ts'
import { batchAt, nextDue } from './tick-timing.ts'

/** A beat that takes longer, in ms, ends early, so that the page is heard and hears: then time runs as fast as it can. */
const MOST_BUSY_MS = 40

let run: LiveRun | null = null
let speed: Speed = 1
let timer: ReturnType<typeof setTimeout> | undefined
let reported: Parts | null = null
/** Noted here, tick by tick: the page hears of some ticks only. */
let history = createRunHistory()
let reportedHistory: readonly HistoryPoint[] = []
/** Simulated time that the page was told of. */
let reportedTime = 0
/** The page has not yet taken in the last report: what it cannot keep up with must not pile up before it. */
let isUnseen = false
const read = createRequestReader()

addEventListener('message', ({ data }) => {
  const request = read(data)
  if (request?.type === 'refused') send(request)
  else if (request) answer(request)
})

function answer(request: RunRequest): void {
  switch (request.type) {
    case 'start':
      run = createLiveRun(request)
      history = createRunHistory()
      reportedHistory = []
      speed = request.speed
      run.command('start')
      keepTime()
      break
    case 'update':
      run?.update(request.flow)
      break
    case 'pause':
      run?.command('pause')
      clearTimeout(timer)
      break
    case 'resume':
      run?.command('resume')
      keepTime()
      break
    case 'seen':
      isUnseen = false
      break
    case 'speed':
      speed = request.speed
      if (run?.state === 'running') keepTime()
      break
    case 'step':
      if (run?.state === 'paused') step(run, request.after)
      break
  }
}

function keepTime(): void {
  clearTimeout(timer)
  wakeAt(performance.now() + batchAt(speed).ms)
}

function wakeAt(due: number): void {
  const wake = () => {
    if (!run) return
    const began = performance.now()
    const ticks = play(run, began + MOST_BUSY_MS)
    wakeAt(nextDue({ due, began, batchMs: (ticks * TICK_MS) / speed }))
    if (!isUnseen) report(run)
  }
  timer = setTimeout(wake, Math.max(0, due - performance.now()))
}

/** Plays a beat, or what of it can be done in time; gives how many ticks that was. */
function play(run: LiveRun, until: number): number {
  let ticks = 0
  do {
    tick(run)
    ticks += 1
  } while (ticks < batchAt(speed).ticks && performance.now() < until)
  return ticks
}

function tick(run: LiveRun): void {
  run.tick()
  if (history.isDue(run.elapsedTime)) history.note(run.snapshot())
}

/** What was told too late for the page to show it, because Pause was pressed, is the next step already. */
function step(run: LiveRun, after: number): void {
  if (reportedTime <= after) {
    run.command('resume')
    tick(run)
    run.command('pause')
  }
  report(run)
}

function report(run: LiveRun): void {
  const { nodes, edges, ...figures } = run.snapshot()
  const isReported = reported?.nodes === nodes && reported.edges === edges
  if (!isReported) reported = { nodes, edges }
  const update = updateSince(reportedHistory, history.points())
  reportedHistory = history.points()
  reportedTime = figures.elapsedTime
  isUnseen = true
  const { nodeUtilization, edgeUtilization, dots } = figures
  const arrays = [nodeUtilization, edgeUtilization, dots.id, dots.edge, dots.startedAt, dots.retries]
  send(
    { type: 'tick', figures, parts: isReported ? null : reported, history: update },
    arrays.map(({ buffer }) => buffer),
  )
}

function send(report: RunReport, transfer: Transferable[] = []): void {
  postMessage(report, { transfer })
}
