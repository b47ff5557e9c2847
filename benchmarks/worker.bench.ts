import { createEventSimulation } from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { findings, NO_MEASURES } from '@plimsoll/simulation'
import { compare } from './harness.ts'
import { loadedMarketplace } from './loaded-flows.ts'

const SETTLED_MS = 10_000
const REPORT_MS = 40
const REPORTS_PER_DIAGNOSIS = 12
const MOST_DOTS = 2000
const MEASURED_MS = 2000

/**
 * What the worker of a run does at 1×, for the marketplace of 30 nodes at 5,000 requests per second: the share of a core that it takes,
 * with all reports and diagnoses, and against the same run that reports nothing.
 */
export async function bench(): Promise<Record<string, number>> {
  const flow = loadedMarketplace()
  const [shown, silent] = [settled(flow), settled(flow)]
  const result = await compare({
    subject: () => processorMs(() => advance(shown, () => report(shown, flow))),
    baseline: () => processorMs(() => advance(silent, () => {})),
    rounds: 5,
    warmUpRounds: 1,
  })
  return {
    'worker.30.toSilent': result.ratio,
    'worker.30.coreShare': result.subjectMs / MEASURED_MS,
    'worker.30.requestsPerSecond': shown.snapshot().requestsPerSecond,
  }
}

type Simulation = ReturnType<typeof settled>

function settled(flow: Flow) {
  const run = createEventSimulation({ flow, seed: 1 })
  run.watch({ speed: 1, most: MOST_DOTS })
  while (run.advance(SETTLED_MS, { events: 1e6 }) === 'budget');
  return run
}

function advance(run: Simulation, onReport: () => void): void {
  const untilMs = run.timeMs + MEASURED_MS
  while (run.timeMs < untilMs) {
    run.advance(run.timeMs + REPORT_MS, { events: 1e6 })
    onReport()
  }
}

function report(run: Simulation, flow: Flow): void {
  run.snapshot()
  if ((run.timeMs / REPORT_MS) % REPORTS_PER_DIAGNOSIS < 1) findings(flow, run.measures() ?? NO_MEASURES)
}

/** On a shared machine the clock would count what others do. */
function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
