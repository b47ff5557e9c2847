import type { Rng } from '@plimsoll/simulation'
import { CONGESTION, LIFETIME_MS, ORPHAN, OVERLOAD, RANDOM_RETRY_CHANCE, TICK_MS } from '../config.ts'
import type { Link, LiveRequest, Outcome, Station, Visit } from '../model.ts'
import type { Routes } from '../routes.ts'
import { visitOf } from './formulas.ts'

export interface StepContext {
  /** Simulated ms at the end of the tick. */
  readonly now: number
  readonly rng: Rng
  readonly routes: Routes
}

/**
 * One tick of one request: the events of the request's life in the order in which the first that applies decides.
 * Reads the utilizations of the tick; a request makes at most one hop.
 */
export function stepRequest(request: LiveRequest, context: StepContext): Outcome {
  const { station } = request
  if (context.now - request.createdAt > LIFETIME_MS) return 'Timeout - exceeded maximum lifetime'
  if (request.retries > retryPolicy(request).maxRetries) return 'Exceeded maximum retry attempts'
  if (station === null) return 'Current node not found'

  if (request.status === 'pending') {
    if (station.utilization > station.threshold && context.rng() < OVERLOAD.failureChance) return 'Node overload'
    beginVisit(request, station, context)
  }
  if (context.rng() < station.failurePerTick) return 'Random node failure'
  request.processingTime += TICK_MS
  request.totalTime += TICK_MS
  if (request.processingTime < request.visit.requiredMs) return 'live'
  return endVisit(request, station, context)
}

function beginVisit(request: LiveRequest, station: Station, context: StepContext): void {
  request.status = 'processing'
  chooseNext(request, station, context)
}

/** Sets the way onward: none at the destination, and where no way leads there. */
function chooseNext(request: LiveRequest, station: Station, { now, rng, routes }: StepContext): void {
  request.next = null
  request.nextLink = null
  if (request.destination === null || request.destination === station) return
  const route = routes.to(request.destination)
  const links = route.waysFrom(station)
  const chosen = links.length > 1 ? station.choose(links, { station, request, route, now, rng }) : links[0]
  if (chosen === undefined) return
  chosen.connections += request.standsFor
  request.next = chosen.target
  request.nextLink = chosen
}

function endVisit(request: LiveRequest, station: Station, context: StepContext): Outcome {
  if (context.rng() < RANDOM_RETRY_CHANCE) return again(request)
  if (station === request.destination || answersHere(request, station, context.rng)) return 'completed'
  if (!leadsOn(request, context)) chooseNext(request, station, context)
  const { next, nextLink } = request
  request.cutOff = next === null || nextLink === null
  if (next === null || nextLink === null) {
    if (retryPolicy(request).retryOnError) return again(request)
    return next === null ? 'Next node not found' : 'Next edge not found'
  }
  return traverse(request, nextLink, context)
}

/** Whether the choice made at the start of the visit still stands; edits since then may have overtaken it. */
function leadsOn({ destination, next, nextLink }: LiveRequest, { routes }: StepContext): boolean {
  if (destination === null || next === null) return false
  return routes.to(destination).leadsFrom(next) && (nextLink === null || isWay(nextLink))
}

/** Whether requests may take it: not with an open breaker, nor to a client. */
const isWay = (link: Link): boolean => link.source.out[link.position] === link

/** A cache on the way answers reads with its hit rate. */
const answersHere = (request: LiveRequest, station: Station, rng: Rng): boolean =>
  request.type === 'Read' && station.hitRate > 0 && rng() < station.hitRate

function traverse(request: LiveRequest, link: Link, { now, rng }: StepContext): Outcome {
  const congested = link.utilization > CONGESTION.above
  if (congested && rng() < CONGESTION.failureChance) return 'Network congestion'
  if (rng() < link.failureProbability) return 'Edge Failure Probability'
  awaitVisit(request)
  request.visit = visitOver(link, congested)
  request.link = link
  request.station = link.target
  request.path.push(link.target.id)
  request.hoppedAt = now
  return 'live'
}

/** The visit at the target, from setting out over the link until it ends. */
export const visitOver = ({ source, target, timeMs }: Link, congested: boolean): Visit =>
  visitOf({
    edgeMs: timeMs + (congested ? CONGESTION.addedMs : 0),
    nodeMs: target.timeMs * (source.client === null ? 1 : target.fromClientFactor),
  })

/** Back to the start of the same visit. */
function again(request: LiveRequest): Outcome {
  awaitVisit(request)
  request.retries += 1
  return 'live'
}

function awaitVisit(request: LiveRequest): void {
  request.status = 'pending'
  request.processingTime = 0
  request.next = null
  request.nextLink = null
}

const retryPolicy = ({ source }: LiveRequest) => source?.client?.traffic ?? ORPHAN
