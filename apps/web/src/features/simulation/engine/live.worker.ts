import { createLiveRun, type LiveRun, TICK_MS } from '@plimsoll/simulation'
import { nextDue } from './pace.ts'
import { type Parts, type RunReport, type RunRequest, readRequest } from './protocol.ts'

let run: LiveRun | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let told: Parts | null = null

addEventListener('message', ({ data }) => {
  const request = readRequest(data)
  if (request?.type === 'refused') tell(request)
  else if (request) answer(request)
})

function answer(request: RunRequest): void {
  switch (request.type) {
    case 'start':
      run = createLiveRun(request)
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
  }
}

function keepTime(): void {
  clearTimeout(timer)
  wakeAt(performance.now() + TICK_MS)
}

function wakeAt(due: number): void {
  const wake = () => {
    wakeAt(nextDue(due, performance.now()))
    tick()
  }
  timer = setTimeout(wake, Math.max(0, due - performance.now()))
}

function tick(): void {
  if (!run) return
  run.tick()
  const { nodes, edges, ...figures } = run.snapshot()
  const isTold = told?.nodes === nodes && told.edges === edges
  if (!isTold) told = { nodes, edges }
  const { nodeUtilization, edgeUtilization, dots } = figures
  const arrays = [nodeUtilization, edgeUtilization, dots.id, dots.edge, dots.startedAt, dots.retries]
  tell(
    { type: 'tick', figures, parts: isTold ? null : told },
    arrays.map(({ buffer }) => buffer),
  )
}

function tell(report: RunReport, transfer: Transferable[] = []): void {
  postMessage(report, { transfer })
}
