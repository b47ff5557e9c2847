import { TICK_MS } from './config.ts'
import type { LiveRequest, Outcome } from './model.ts'
import { presentRequest } from './present.ts'
import { createArrivals } from './rules/arrivals.ts'
import { type StepContext, stepRequest } from './rules/step.ts'
import { measureUtilization } from './rules/utilization.ts'
import type { LiveState } from './state.ts'

/** 100 ms of simulated time, in this order: clock, loads, the requests under way, arrivals, sample, dots. */
export function advance(state: LiveState): void {
  state.elapsed += TICK_MS
  measureUtilization(state.network, state.live)
  stepAll(state)
  createArrivals(state)
  state.samples.add({ timestamp: state.elapsed, completedRequestCount: state.completed })
  state.dots.turn(state.elapsed)
}

function stepAll(state: LiveState): void {
  const { live, elapsed: now, rng, routes } = state
  const context: StepContext = { now, rng, routes }
  let kept = 0
  for (const request of live) {
    const retriesBefore = request.retries
    const outcome = stepRequest(request, context)
    state.retries += (request.retries - retriesBefore) * request.standsFor
    if (request.hoppedAt === now) state.dots.add(request)
    else if (request.retries !== retriesBefore) state.dots.retry(request)
    if (outcome === 'live') {
      live[kept] = request
      kept += 1
    } else finish(request, outcome, state)
  }
  live.length = kept
}

function finish(request: LiveRequest, outcome: Exclude<Outcome, 'live'>, state: LiveState): void {
  const ended = presentRequest(request, { idSalt: state.idSalt, ended: { at: state.elapsed, outcome } })
  if (outcome === 'completed') {
    state.completed += request.standsFor
    state.keptCompleted.add(ended)
  } else {
    state.failed += request.standsFor
    state.keptFailed.add(ended)
  }
}
