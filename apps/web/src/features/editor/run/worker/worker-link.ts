import type { RunMessage, RunReport } from './protocol.ts'

const CHECK_MS = 250
/** Checks without a word after which the worker counts as dead: after 2 s, said within 3 s; after 10 s while it is still loading. */
const SILENT_CHECKS = { loading: 40, ticking: 9 } as const

export interface WorkerLink {
  send(message: RunMessage): void
  close(): void
}

/**
 * Starts the engine's worker and listens to it. `onDeath` is called once, when it fails, or when it is silent while `expectsTicks`.
 * Silence is counted in checks that ran, not in time: a page that was itself held up does not blame the worker.
 */
export function openWorker({
  onReport,
  onDeath,
  expectsTicks,
}: {
  onReport: (report: RunReport) => void
  onDeath: () => void
  expectsTicks: () => boolean
}): WorkerLink {
  const worker = new Worker(new URL('./simulation.worker.ts', import.meta.url), { type: 'module', name: 'simulation' })
  let patience: number = SILENT_CHECKS.loading
  let silentChecks = 0

  const watch = setInterval(() => {
    silentChecks = expectsTicks() ? silentChecks + 1 : 0
    if (silentChecks >= patience) die()
  }, CHECK_MS)

  worker.onmessage = ({ data }: MessageEvent<RunReport>) => {
    patience = SILENT_CHECKS.ticking
    silentChecks = 0
    onReport(data)
    worker.postMessage({ type: 'seen' } satisfies RunMessage)
  }
  worker.onerror = die
  worker.onmessageerror = die

  function die(): void {
    close()
    onDeath()
  }

  function close(): void {
    clearInterval(watch)
    worker.onmessage = worker.onerror = worker.onmessageerror = null
    worker.terminate()
  }

  return { send: (message) => worker.postMessage(message), close }
}
