import type { Flow } from '@plimsoll/flow'
import { createRunHistory, type RunningSimulation } from '@plimsoll/simulation'
import { TICK_MS } from '../config.ts'
import { createLiveRun } from '../engine.ts'

/** A started run of the live engine, as the page drives the runs of either engine. It moves by whole ticks. */
export function createLiveSimulation({ flow, seed }: { flow: Flow; seed: number }): RunningSimulation<Flow> {
  const run = createLiveRun({ flow, seed })
  const history = createRunHistory()
  const edits: { atMs: number; flow: Flow }[] = []
  run.command('start')

  return {
    engine: 'live',
    stepMs: TICK_MS,
    endedEarly: null,
    get timeMs() {
      return run.elapsedTime
    },
    advance(untilMs, { events }) {
      let left = events
      while (run.elapsedTime + TICK_MS <= untilMs) {
        if (left <= 0) return 'budget'
        run.tick()
        left -= 1 + run.underWay
        if (history.isDue(run.elapsedTime)) history.note(run.snapshot())
      }
      return 'time'
    },
    apply(next) {
      run.update(next)
      edits.push({ atMs: run.elapsedTime, flow: next })
      return 'applied'
    },
    watch: run.watch,
    snapshot: () => ({ ...run.snapshot(), nodeFigures: run.nodeFigures() }),
    measures: () => null,
    history: history.points,
    log: () => ({ engine: 'live', seed, flow, edits, durationMs: run.elapsedTime, untilMs: run.elapsedTime }),
  }
}
