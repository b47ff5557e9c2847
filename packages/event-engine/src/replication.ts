import type { EventFlow } from './compile/event-flow.ts'
import { compile } from './compile/index.ts'
import { runModel } from './engine/run-model.ts'
import type { RunOutcome } from './outcome.ts'
import type { EventSettings } from './settings.ts'

/** What all replications share: plain data, so that any thread can be given it. */
export interface ReplicationTask {
  readonly flow: EventFlow
  readonly settings: EventSettings
}

/** One of them. */
export interface Replication {
  readonly seed: number
  /** Serials of the requests to trace. */
  readonly trace?: readonly number[]
}

/** A run that takes more is told to have ended early: some minutes. */
const MOST_EVENTS = 300_000_000

/** Makes the flow ready once, and runs it as often as asked. Throws where the flow cannot be simulated. */
export function createReplicator({
  flow,
  settings,
}: ReplicationTask): (replication: Replication, onProgress?: (share: number) => void) => RunOutcome {
  const compiled = compile(flow, settings)
  if (!compiled.ok) throw new Error(compiled.faults.map(({ path, message }) => `${path} ${message}`).join('\n'))
  const { durationMs, warmUpMs } = settings
  return ({ seed, trace }, onProgress) =>
    runModel(compiled.model, {
      seed,
      durationMs,
      warmUpMs,
      maxEvents: MOST_EVENTS,
      ...(trace && { trace: new Set(trace) }),
      ...(onProgress && { onProgress }),
    })
}
