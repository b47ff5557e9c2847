import {
  type CompiledCore,
  createGrower,
  createReplicator,
  type RecordedRun,
  type Replication,
  type ReplicationTask,
  type RunOutcome,
  replay,
  type Stage,
  type StageEvents,
} from '@plimsoll/event-engine'

/** A whole replication, the next stage of one that grows, or a run that happens again. */
export type Job = Replication | Stage | { readonly recorded: RecordedRun }

/** What a worker is sent. Plain data. */
export type WorkerMessage = ReplicationMessage | { readonly compute: unknown }

interface ReplicationMessage {
  /** What this job and those after it share; absent: as before. */
  readonly task?: ReplicationTask
  readonly job: Job
}

/** What a worker does as a whole, and answers with plain data: what it is sent, and what comes of it. */
export type Compute = (input: never) => Promise<unknown>

/** What a worker sends: how much of a run is simulated, and at last what it measured or why it failed. */
export type WorkerReply =
  | { readonly share: number }
  | { readonly outcome: RunOutcome | StageEvents }
  | { readonly computed: unknown }
  | { readonly failed: string }

type OnProgress = (share: number) => void
type Steps = Generator<void, RunOutcome | StageEvents>
type Run = (job: Job, onProgress: OnProgress) => Steps

/** Shares that are worth telling lie so far apart. */
const STEP = 0.01
/** How a replication shares its thread: after so many events, and before it begins, it goes on `later`. */
export interface Turns {
  readonly events: number
  readonly later: (step: () => void) => void
}

const ALL_AT_ONCE: Turns = { events: Number.POSITIVE_INFINITY, later: (step) => step() }

/** What a worker does: answers each message by shares and at last one reply. `core`: simulates what it can; null: none may be used. */
export function createRunnerWith(
  compute: Compute,
  send: (reply: WorkerReply) => void,
  core: CompiledCore | null,
  { events, later }: Turns = ALL_AT_ONCE,
): (message: WorkerMessage) => void {
  let run: Run | null = null
  const fail = (error: unknown) => send({ failed: error instanceof Error ? error.message : String(error) })
  return (message) => {
    if ('compute' in message) {
      compute(message.compute as never).then((computed) => send({ computed }), fail)
      return
    }
    const { task, job } = message
    let sent = 0
    const onProgress = (share: number) => {
      if (share < sent + STEP) return
      sent = share
      send({ share })
    }
    const goOn = (steps: Steps) => {
      try {
        const step = steps.next()
        if (step.done) send({ outcome: step.value })
        else later(() => goOn(steps))
      } catch (error) {
        fail(error)
      }
    }
    later(() => {
      if (task !== undefined) run = runOf(task, core, events)
      if (run === null) fail(new Error('There is no flow to simulate.'))
      else goOn(run(job, onProgress))
    })
  }
}

/** Runs of a task; the flow is made ready when the first needs it. Stages and recorded runs are one step. */
function runOf(task: ReplicationTask, core: CompiledCore | null, stepEvents: number): Run {
  let replicate: ReturnType<typeof createReplicator> | null = null
  let grow: ReturnType<typeof createGrower> | null = null
  return function* (job, onProgress) {
    if ('recorded' in job) return replayed(job.recorded, { ...task, onProgress })
    if ('durationMs' in job) {
      grow ??= createGrower(task, core)
      return grow(job, onProgress)
    }
    replicate ??= createReplicator(task, core, stepEvents)
    return yield* replicate(job, onProgress)
  }
}

function replayed(recorded: RecordedRun, how: Parameters<typeof replay>[1]): RunOutcome {
  const again = replay(recorded, how)
  if (again.ok) return again.run.outcome()
  throw new Error(again.faults.map(({ path, message }) => `${path} ${message}`).join('\n'))
}
