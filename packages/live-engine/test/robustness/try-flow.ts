import { isDeepStrictEqual } from 'node:util'
import { createLiveRun } from '@plimsoll/live-engine'
import { findBreaches } from '../support/invariants.ts'
import { drawFlow } from './draw-flow.ts'

/** Ten simulated seconds, and what a request needs to be older than it may be. */
const TICKS = 105

/** Runs the flow of a seed and looks at it after every tick; what was broken, and when. Null when nothing was. */
export function tryFlow(seed: number): string | null {
  const flow = drawFlow(seed)
  const run = createLiveRun({ flow, seed })
  run.command('start')
  try {
    for (let tick = 1; tick <= TICKS; tick += 1) {
      run.tick()
      const breaches = findBreaches(run)
      if (breaches.length > 0) return `tick ${tick}: ${breaches.slice(0, 5).join('; ')}`
    }
    return notRepeated(run.snapshot(), seed) ?? notReset(run, seed)
  } catch (error) {
    return `threw ${(error as Error).stack}`
  }
}

/** Of every tenth flow: a second run comes to the same. */
function notRepeated(last: unknown, seed: number): string | null {
  if (seed % 10 !== 0) return null
  const twin = createLiveRun({ flow: drawFlow(seed), seed })
  twin.command('start')
  for (let tick = 1; tick <= TICKS; tick += 1) twin.tick()
  return isDeepStrictEqual(last, twin.snapshot()) ? null : 'a second run of the same seed differs'
}

function notReset(run: ReturnType<typeof createLiveRun>, seed: number): string | null {
  run.command('reset')
  const fresh = createLiveRun({ flow: drawFlow(seed), seed }).snapshot()
  return isDeepStrictEqual(run.snapshot(), fresh) ? null : 'Reset does not give the start state'
}
