import { REQUEST_TYPES } from '@plimsoll/simulation'
import type { ByClass, Fault } from '../model.ts'
import type { EventSettings } from '../settings.ts'
import type { EventFlow } from './event-flow.ts'
import type { Notes } from './notes.ts'
import type { Parts } from './parts.ts'
import type { Route } from './routes.ts'

/** Says what is drawn and cannot work as it is. */
export function warn({ nodes, edges, outgoing }: Parts, notes: Notes): void {
  for (const [position, { id, name, plan }] of nodes.entries()) {
    const { traffic } = plan
    if (traffic === null) continue
    for (const edge of outgoing[position] ?? []) {
      const target = nodes[edges[edge]?.target ?? -1]
      if (target === undefined) continue
      const { type = 'default' } = edges[edge] ?? {}
      if (traffic.cannotUse.includes(type)) notes.warn(`${name} cannot open the connection to ${target.name}`, id)
      const offered = target.plan.protocols
      if (offered.length === 0) continue
      const common = traffic.speaks.some((protocol) => offered.includes(protocol))
      if (traffic.speaks.length > 0 && !common) notes.warn(`${name} and ${target.name} have no protocol in common`, id)
      if (traffic.prefers !== null && !offered.includes(traffic.prefers)) {
        notes.warn(`${target.name} does not answer ${traffic.prefers}, which ${name} prefers`, id)
      }
    }
  }
}

/** Says which requests nobody answers, as nothing takes them on from a client or a balancer. */
export function warnOfDeadEnds({ nodes, edges, outgoing }: Parts, { routes, mix, notes }: DeadEnds): void {
  const made = REQUEST_TYPES.filter((_, one) => (mix[one] ?? 0) > 0)
  const isReached = new Set(outgoing.flat().map((edge) => edges[edge]?.target))
  for (const [position, { id, name, plan }] of nodes.entries()) {
    const program = routes[position]?.program ?? []
    const makesRequests = plan.traffic !== null && plan.traffic.users > 0 && program.some(({ length }) => length > 0)
    if (!makesRequests && !(plan.balancer !== null && isReached.has(position))) continue
    const ended = made.filter((type) => program[REQUEST_TYPES.indexOf(type)]?.length === 0)
    if (ended.length === 0) continue
    const which = ended.length === made.length ? 'Requests' : `${ended.join(', ')} requests`
    notes.warn(`${which} end at ${name} and count as done: no connection takes them on`, id)
  }
}

interface DeadEnds {
  readonly routes: readonly Route[]
  readonly mix: ByClass<number>
  readonly notes: Notes
}

/** Says which settings of the run change nothing in this flow. */
export function warnOfIdleSettings({ nodes }: Parts, settings: EventSettings, notes: Notes): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  for (const id of Object.keys(settings.serviceOf)) {
    if (!byId.has(id))
      notes.warn(`Service times are given for ${JSON.stringify(id)}, which is no component of this flow`)
  }
  for (const { of, by, kind, fromS, forS, instance, inFlight } of settings.faults) {
    const node = by === 'node' ? byId.get(of) : undefined
    if (node === undefined) continue
    if (node.plan.stations.length === 0) notes.warn(`A fault of ${node.name} changes nothing: it does no work`, of)
    else if (kind === 'breakdowns' && (fromS > 0 || Number.isFinite(forS)))
      notes.warn(`The times of the breakdowns of ${node.name} change nothing: they go on for the whole run`, of)
    else if (instance !== null && inFlight === 'resume')
      notes.warn(`What is in service at one instance of ${node.name} fails: it cannot resume`, of)
    else if (kind === 'cold' && node.plan.group !== 'cache') notes.warn(`${node.name} has no cache to lose`, of)
  }
  if (settings.recorded[0]?.rps === null && settings.load.length > 0)
    notes.warn('The changes of the load change nothing: each request comes at the time that was recorded')
  if (settings.arrivals !== 'closed') return
  const why = 'closed users make the next request when they have thought about the answer to the last'
  if (settings.load.length > 0) notes.warn(`The changes of the load change nothing: ${why}`)
  for (const { id, name, plan } of nodes) {
    if (plan.traffic?.pattern.isSteady === false)
      notes.warn(`The request pattern of ${name} changes nothing: ${why}`, id)
  }
}

/** Says which faults of groups strike nothing. */
export function warnOfIdleZones(
  { groups = [] }: EventFlow,
  { faults, happening }: { readonly faults: EventSettings['faults']; readonly happening: readonly Fault[] },
  notes: Notes,
): void {
  const struck = new Set(happening.map(({ planned }) => planned))
  for (const [index, { of, by }] of faults.entries()) {
    if (by !== 'zone' || struck.has(index)) continue
    const name = groups.find(({ id }) => id === of)?.label || 'a group'
    notes.warn(`A fault of ${name} changes nothing: nothing that it could strike is in there`)
  }
}

/** By node: whether only balancers that do not follow scaling lead to it. */
export function isCutOffFromScaling({ nodes, edges, outgoing }: Parts): readonly boolean[] {
  const follows = nodes.map(() => false)
  const isReached = nodes.map(() => false)
  for (const [source, out] of outgoing.entries()) {
    for (const edge of out) {
      const target = edges[edge]?.target ?? -1
      isReached[target] = true
      if (nodes[source]?.plan.followsScaling !== false) follows[target] = true
    }
  }
  return nodes.map((_, node) => isReached[node] === true && follows[node] === false)
}
