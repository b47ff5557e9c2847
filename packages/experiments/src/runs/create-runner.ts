import type { CompiledCore } from '@plimsoll/event-engine'
import { capacityHere } from '../capacity/capacity-here.ts'
import { createRunnerWith, type WorkerMessage, type WorkerReply } from '../workers/runner.ts'
import type { ComputeInput } from './compute-input.ts'
import { pointHere } from './point.ts'

const COMPUTED = { point: pointHere, capacity: capacityHere } as const

/** What a worker does: replications, or all of a point of a sweep, or all of a search; in a compiled core where it is given one. */
export const createRunner = (
  send: (reply: WorkerReply) => void,
  core: CompiledCore | null = null,
): ((message: WorkerMessage) => void) =>
  createRunnerWith(({ what, ...input }: ComputeInput) => COMPUTED[what](input, core), send, core)
