import { TICK_MS } from './config.ts'
import type { Link, LiveRequest, Outcome } from './model.ts'
import { presentRequest } from './present.ts'
import { createArrivals } from './rules/arrivals.ts'
import { type StepContext, stepRequest } from './rules/step.ts'
import { measureUtilization } from './rules/utilization.ts'
import { type LiveState, madeBy } from './state.ts'

/** 100 ms of simulated time, in this order: clock, loads, the requests under way, arrivals, sample. */
export function advance(state: LiveState): void {
  state.elapsed += TICK_MS
  measureUtilization(state.network, state.live)
  stepAll(state)
  createArrivals(state)
  state.samples.add({ timestamp: state.elapsed, completedRequestCount: state.completed })
  if (state.elapsed % 1000 !== 0) return
  state.counts.noteSecond(state.elapsed, state)
  state.clientRates.noteSecond(state.elapsed, madeBy(state))
}

interface Ended {
  readonly request: LiveRequest
  readonly outcome: Exclude<Outcome, 'live'>
}

function stepAll(state: LiveState): void {
  const { live, elapsed: now, rng, routes } = state
  const context: StepContext = { now, rng, routes }
  const completed: Ended[] = []
  const failed: Ended[] = []
  let kept = 0
  for (const request of live) {
    const retriesBefore = request.retries
    const outcome = stepRequest(request, context)
    state.retries += (request.retries - retriesBefore) * request.standsFor
    if (request.hoppedAt === now && request.link !== null) showHop(state, request, request.link)
    if (outcome === 'live') {
      live[kept] = request
      kept += 1
    } else if (outcome === 'completed') {
      state.completed += request.standsFor
      state.counts.complete(now - request.createdAt, request.standsFor)
      completed.push({ request, outcome })
    } else {
      state.failed += request.standsFor
      state.counts.fail(outcome, request.standsFor)
      failed.push({ request, outcome })
    }
  }
  live.length = kept
  keep(completed, state.keptCompleted, state)
  keep(failed, state.keptFailed, state)
}

/** All requests of a tick hop at the same moment; their dots set out spread over the tick, or else forty of them would look like one. */
function showHop({ dots, elapsed }: LiveState, request: LiveRequest, link: Link): void {
  const turns = request.serial * GOLDEN
  const setsOutAt = elapsed + (turns - Math.floor(turns)) * TICK_MS
  dots.crossed(link.index, setsOutAt, link.timeMs, request, request.standsFor)
}

/** Multiples of the golden ratio spread evenly, however many there are. */
const GOLDEN = 0.618034

/** Keeps the requests that ended in this tick, but none that later ones of it would push out at once. */
function keep(
  ended: readonly Ended[],
  history: LiveState['keptCompleted'],
  { elapsed, idSalt, missingConnections }: LiveState,
): void {
  for (const { request, outcome } of ended.slice(-history.limit)) {
    history.add(presentRequest(request, { idSalt, missingConnections, ended: { at: elapsed, outcome } }))
  }
}
