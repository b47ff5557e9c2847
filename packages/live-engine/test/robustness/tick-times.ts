import type { Flow } from '@plimsoll/flow'
import { createLiveRun, type LiveRun, type LiveSnapshot } from '@plimsoll/live-engine'

export interface TickTimes {
  readonly run: LiveRun
  readonly last: LiveSnapshot
  /** Of this thread's processor, in ms, the snapshot included: what else the machine does counts less. */
  readonly firstMs: number
  readonly medianMs: number
  readonly p99Ms: number
}

/** Runs a flow and times its ticks; those before `settling` count as first ones, in which ways are looked for. */
export function timeTicks(
  flow: Flow,
  { ticks, onTick }: { ticks: number; onTick?: (run: LiveRun) => void },
): TickTimes {
  const run = createLiveRun({ flow, seed: 1 })
  run.command('start')
  let last = run.snapshot()
  const times = Array.from({ length: ticks }, () => {
    const before = process.threadCpuUsage()
    run.tick()
    last = run.snapshot()
    const { user, system } = process.threadCpuUsage(before)
    onTick?.(run)
    return (user + system) / 1000
  })
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { run, last, firstMs: times[0] ?? 0, medianMs: at(0.5), p99Ms: at(0.99) }
}
