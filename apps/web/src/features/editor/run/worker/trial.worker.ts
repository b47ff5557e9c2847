import { tryChanges } from '@plimsoll/simulation'
import { openSimulation } from './open-simulation.ts'
import type { TrialRequest } from './try-changes.ts'

/** So long may a trial take. */
const MOST_MS = 5000

addEventListener('message', ({ data: { flow, changed, seed } }: MessageEvent<TrialRequest>) => {
  const began = performance.now()
  const isTimeUp = () => performance.now() - began > MOST_MS
  postMessage(tryChanges({ flow, changed, open: (one) => openSimulation({ flow: one, seed }), isTimeUp }))
})
