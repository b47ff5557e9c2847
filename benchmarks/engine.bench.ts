import { EMPTY_FLOW, type Flow } from '@plimsoll/flow'
import { createLiveRun } from '@plimsoll/simulation'
import { layeredFlow } from './graphs.ts'
import { compare, timed } from './harness.ts'

const SIZES = [100, 500, 2000]
/** By then as many requests arrive as leave. Ticks. */
const SETTLING = 100
/** Ticks measured together. */
const TICKS = 50

/** Time of a tick of the live engine with its snapshot, against a tick with nothing on the board. */
export async function bench(): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  for (const size of SIZES) {
    const [run, empty] = [settledRun(layeredFlow(size)), settledRun(EMPTY_FLOW)]
    const result = await compare({ subject: timed(run.tick, TICKS), baseline: timed(empty.tick, TICKS), rounds: 5 })
    figures[`tick.${size}.toEmpty`] = result.ratio
    figures[`tick.${size}.ms`] = result.subjectMs
    figures[`tick.${size}.liveRequests`] = run.liveRequests()
  }
  return figures
}

function settledRun(flow: Flow) {
  const run = createLiveRun({ flow, seed: 1 })
  run.command('start')
  const tick = () => {
    run.tick()
    return run.snapshot()
  }
  for (let ticks = 0; ticks < SETTLING; ticks += 1) tick()
  return { tick, liveRequests: () => run.snapshot().activeRequests }
}
