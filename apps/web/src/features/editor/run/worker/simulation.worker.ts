import type { Flow } from '@plimsoll/flow'
import {
  comparedWindow,
  EditMarks,
  type Finding,
  findings,
  type HistoryPoint,
  mostDotsOf,
  NO_MEASURES,
  type RunningSimulation,
  type RunSnapshot,
} from '@plimsoll/simulation'
import type { Speed } from '../speeds.ts'
import { batchAt, nextDue } from './batch-timing.ts'
import { updateSince } from './history-update.ts'
import { openSimulation } from './open-simulation.ts'
import { createRequestReader, type Parts, type RunReport, type RunRequest } from './protocol.ts'
import { createSpeedMeter } from './speed-meter.ts'

/** A batch that takes longer, in ms, ends early, so that the page is heard and hears: then time runs as fast as it can. */
const MOST_BUSY_MS = 40
/** Events between two looks at the clock: some milliseconds. */
const SLICE = { events: 5000 } as const
/** Simulated time of a step, and to the end of which "to the end" runs. */
const STEP_MS = 100
const END_MS = 600_000
/** Wall time between two reports of a run to the end. */
const PROGRESS_MS = 100
/** Wall time between two diagnoses. */
const DIAGNOSIS_MS = 500

let run: RunningSimulation<Flow> | null = null
let flow: Flow | null = null
let marks = new EditMarks()
/** Why the last edit is not simulated; null: it is. */
let refusedEdit: string | null = null
let mostDots = 0
let speed: Speed = 1
let isRunning = false
/** Simulated time to which the run goes as fast as it can; null: it goes by the clock. */
let goalMs: number | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let reported: Parts | null = null
let reportedHistory: readonly HistoryPoint[] = []
/** Simulated time that the page was told of, and when. */
let reportedTime = 0
let reportedAt = 0
let diagnosedAt = Number.NEGATIVE_INFINITY
/** The page has not yet taken in the last report: what it cannot keep up with must not pile up before it. */
let isUnseen = false
let hasRestarted = false
const meter = createSpeedMeter()
const read = createRequestReader()

addEventListener('message', ({ data }) => {
  const request = read(data)
  if (request?.type === 'refused') refuse(request)
  else if (request) answerOrRefuse(request)
})

function answerOrRefuse(request: RunRequest): void {
  try {
    answer(request)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    refuse({ of: request.type === 'update' ? 'edit' : 'run', reason: error.message })
  }
}

/** Without a flow there is no run; without an edit it goes on as it was. */
function refuse({ of, reason }: { readonly of: 'run' | 'edit'; readonly reason: string }): void {
  if (of === 'run') {
    stop()
    send({ type: 'refused', of, reason })
    return
  }
  refusedEdit = reason
  sendEdits()
}

const sendEdits = () => send({ type: 'edits', edits: marks.list(), refused: refusedEdit })

function answer(request: RunRequest): void {
  switch (request.type) {
    case 'start':
      run = openSimulation(request)
      flow = request.flow
      marks = new EditMarks()
      refusedEdit = null
      diagnosedAt = Number.NEGATIVE_INFINITY
      mostDots = mostDotsOf(request.flow.simulation)
      reportedHistory = []
      speed = request.speed
      goalMs = request.toEnd ? END_MS : null
      keepTime(run)
      break
    case 'update':
      if (run) edit(run, request)
      break
    case 'log':
      send({ type: 'log', log: run?.log() ?? null })
      break
    case 'pause':
      stop()
      break
    case 'resume':
      if (run && !isRunning) keepTime(run)
      break
    case 'seen':
      isUnseen = false
      break
    case 'speed':
      speed = request.speed
      goalMs = null
      if (run) {
        showDots(run)
        if (isRunning) keepTime(run)
      }
      break
    case 'to-end':
      if (run) {
        goalMs = (Math.floor(run.timeMs / END_MS) + 1) * END_MS
        keepTime(run)
      }
      break
    case 'step':
      if (run && !isRunning) step(run, request.after)
      break
  }
}

/** Throws where the flow cannot be simulated, and the run goes on as it was. */
function edit(run: RunningSimulation<Flow>, { flow: edited, words }: Extract<RunRequest, { type: 'update' }>): void {
  const { timeMs } = run
  const before = comparedWindow(run.snapshot())
  if (run.apply(edited) === 'restarted') {
    hasRestarted = true
    marks = new EditMarks()
  } else if (words.length > 0) marks.add(timeMs, words, before)
  flow = edited
  refusedEdit = null
  sendEdits()
}

function stop(): void {
  isRunning = false
  clearTimeout(timer)
}

function keepTime(run: RunningSimulation<Flow>): void {
  clearTimeout(timer)
  isRunning = true
  meter.begin(performance.now(), run.timeMs)
  showDots(run)
  if (goalMs === null) wakeAt(performance.now() + batchAt(speed, run.stepMs).ms)
  else runToGoal(run, goalMs)
}

/** Dots are shown by the speed that the run has; where it has no clock there are none. */
function showDots(run: RunningSimulation<Flow>): void {
  const reached = meter.read(performance.now(), run.timeMs, speed)
  run.watch({ speed: reached === null || reached <= 0 ? speed : reached, most: goalMs === null ? mostDots : 0 })
}

function wakeAt(due: number): void {
  const wake = () => {
    if (!run) return
    const began = performance.now()
    const from = run.timeMs
    const isOver = play(run, from + batchAt(speed, run.stepMs).simulatedMs, began + MOST_BUSY_MS) === 'ended'
    if (isOver) stop()
    else wakeAt(nextDue({ due, began, batchMs: (run.timeMs - from) / speed }))
    if (!isUnseen || isOver) report(run)
  }
  timer = setTimeout(wake, Math.max(0, due - performance.now()))
}

function runToGoal(run: RunningSimulation<Flow>, toMs: number): void {
  const goOn = () => {
    const reached = play(run, toMs, performance.now() + MOST_BUSY_MS)
    const isOver = reached !== 'budget'
    if (isOver) {
      stop()
      goalMs = null
    } else timer = setTimeout(goOn)
    if (isOver || (!isUnseen && performance.now() - reportedAt >= PROGRESS_MS)) report(run, isOver)
  }
  timer = setTimeout(goOn)
}

/** Goes on to a simulated time, or as far as it gets until a time of the clock. */
function play(run: RunningSimulation<Flow>, untilMs: number, until: number) {
  while (true) {
    const { dueMs } = marks
    const reached = run.advance(Math.min(untilMs, dueMs), SLICE)
    const isMarkOver = reached === 'time' && dueMs <= untilMs
    if (isMarkOver) {
      marks.end(dueMs, comparedWindow(run.snapshot()))
      sendEdits()
    }
    if (reached !== 'budget' && !(isMarkOver && dueMs < untilMs)) return reached
    if (performance.now() >= until) return 'budget'
  }
}

/** What was told too late for the page to show it, because Pause was pressed, is the next step already. */
function step(run: RunningSimulation<Flow>, after: number): void {
  if (reportedTime <= after) play(run, run.timeMs + STEP_MS, Number.POSITIVE_INFINITY)
  report(run)
}

function report(run: RunningSimulation<Flow>, isAtGoal = false): void {
  const snapshot = run.snapshot()
  const { nodes, edges, ...figures } = snapshot
  const isReported = reported?.nodes === nodes && reported.edges === edges
  if (!isReported) reported = { nodes, edges }
  const points = run.history()
  const update = updateSince(reportedHistory, points)
  reportedHistory = points
  reportedTime = figures.elapsedTime
  reportedAt = performance.now()
  isUnseen = true
  const before = reachedSpeed
  reachedSpeed = isRunning && goalMs === null ? meter.read(reportedAt, run.timeMs, speed) : null
  if (reachedSpeed !== before) showDots(run)
  send(
    {
      type: 'tick',
      figures,
      parts: isReported ? null : reported,
      history: update,
      findings: diagnose(run),
      reachedSpeed,
      goalMs,
      isAtGoal,
      hasRestarted,
      endedEarly: run.endedEarly,
    },
    arraysOf(snapshot).map(({ buffer }) => buffer),
  )
  hasRestarted = false
}

/** What is the matter with the run, or before its first second with the drawing; null: it is too early to look again. */
function diagnose(run: RunningSimulation<Flow>): readonly Finding[] | null {
  const now = performance.now()
  if (flow === null || now - diagnosedAt < DIAGNOSIS_MS) return null
  diagnosedAt = now
  return findings(flow, run.measures() ?? NO_MEASURES)
}

let reachedSpeed: number | null = null

const arraysOf = ({ nodeUtilization, edgeUtilization, dots, nodeFigures, edgeFigures }: RunSnapshot) => [
  nodeUtilization,
  edgeUtilization,
  ...[dots, nodeFigures ?? {}, edgeFigures ?? {}].flatMap((arrays) =>
    Object.values(arrays).filter((value): value is Float32Array => ArrayBuffer.isView(value)),
  ),
]

function send(report: RunReport, transfer: Transferable[] = []): void {
  postMessage(report, { transfer })
}
