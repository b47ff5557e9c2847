import { type EdgeMeasures, type NodeMeasures, REQUEST_TYPES, type RunMeasures } from '@plimsoll/simulation'
import { EVENT_FAILURES } from '../failure-reasons.ts'
import type { Model } from '../model.ts'
import type { LinkOutcome, NodeOutcome } from '../outcome.ts'
import type { MeasuredPart } from './join-parts.ts'

/** What a diagnosis needs of a part of a run. `isSinceStart`: the part began with the run. */
export function runMeasures(
  model: Model,
  {
    measuredMs,
    requests,
    byClient,
    nodes,
    links,
  }: Pick<MeasuredPart, 'measuredMs' | 'requests' | 'byClient' | 'nodes' | 'links'>,
  { isSinceStart }: { readonly isSinceStart: boolean },
): RunMeasures {
  const spanS = measuredMs / 1000
  const perSecond = (count: number) => (spanS === 0 ? 0 : count / spanS)
  return {
    spanS,
    isSinceStart,
    offered: perSecond(requests.arrived),
    completed: perSecond(requests.completed),
    failed: perSecond(requests.failed),
    mix: mixOf(model, byClient),
    nodes: model.nodes.flatMap(({ id }, index) => {
      const outcome = nodes[index]
      return outcome === undefined ? [] : nodeMeasures(id, outcome, perSecond)
    }),
    edges: model.links.flatMap(({ id, pool }, index) => {
      const outcome = links[index]
      return outcome === undefined ? [] : edgeMeasures(id, outcome, { perSecond, poolSize: pool?.size })
    }),
  }
}

/** Of the requests that leave the clients' devices: what these answer themselves is left out. */
function mixOf({ sources }: Model, byClient: MeasuredPart['byClient']): Readonly<Record<string, number>> {
  const sent = REQUEST_TYPES.map((type, index) => {
    const rates = sources.map(
      ({ mix, localHitRate }, client) =>
        (byClient[client]?.arrived ?? 0) * (mix[index] ?? 0) * (1 - (localHitRate[index] ?? 0)),
    )
    return { type, count: rates.reduce((sum, rate) => sum + rate, 0) }
  })
  const all = sent.reduce((sum, { count }) => sum + count, 0)
  return Object.fromEntries(sent.map(({ type, count }) => [type, all === 0 ? 0 : count / all]))
}

type PerSecond = (count: number) => number

const nodeMeasures = (id: string, node: NodeOutcome, perSecond: PerSecond): NodeMeasures => ({
  id,
  offered: perSecond(node.arrived + node.rejected),
  served: perSecond(node.completed),
  rejected: perSecond(node.rejected),
  failed: perSecond(node.failed + node.expired),
  working: node.meanWorking,
  taken: node.meanBusy,
  slots: node.meanSlots === 0 ? Number.POSITIVE_INFINITY : node.meanSlots,
  present: node.meanInSystem,
  waiting: node.meanQueue,
  serviceMs: node.started === 0 ? 0 : (node.meanWorking * 1000) / perSecond(node.started),
  visitMs: node.responseMs,
  hits: perSecond(node.hits),
  instances: node.meanInstances,
})

interface EdgeContext {
  readonly perSecond: PerSecond
  readonly poolSize: number | undefined
}

function edgeMeasures(
  id: string,
  { refused, messages, ...link }: LinkOutcome,
  { perSecond, poolSize = Number.POSITIVE_INFINITY }: EdgeContext,
): EdgeMeasures {
  const refusedFor = (...reasons: readonly string[]) =>
    perSecond(reasons.reduce((sum, reason) => sum + (refused[reason] ?? 0), 0))
  return {
    id,
    calls: perSecond(link.attempts),
    retries: perSecond(link.retries),
    succeeded: perSecond(link.succeeded),
    failed: perSecond(link.failed),
    timedOut: perSecond(link.timedOut),
    rateLimited: refusedFor(EVENT_FAILURES.rateLimited),
    poolRefused: refusedFor(EVENT_FAILURES.connectionRefused, EVENT_FAILURES.queueFull),
    breakerRefused: refusedFor(EVENT_FAILURES.breakerOpen),
    poolInUse: link.meanPoolBusy,
    poolSize,
    poolWaiting: link.meanPoolQueue,
    transferring: Math.max(link.requestLine, link.responseLine),
    lineWaitMs: link.lineWaitMs,
    lineMs: link.lineMs - link.lineWaitMs,
    networkMs: link.networkMs,
    messages:
      messages === null
        ? null
        : {
            published: perSecond(messages.published),
            ended: perSecond(
              messages.processed + messages.failed + messages.deadLettered + messages.expired + messages.lost,
            ),
            waiting: messages.waitingAtEnd,
          },
  }
}
