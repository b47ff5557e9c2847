import { REQUEST_TYPES, type RequestType } from '@plimsoll/simulation'
import type { Balancing, ByClass, Step } from '../model.ts'
import { GROUPS, type Group } from './kinds/plan.ts'
import type { Parts, PlannedEdge } from './parts.ts'

/** What a node does with a request of each class after its own service. */
export interface Route {
  readonly program: ByClass<readonly Step[]>
  readonly balancing: Balancing
  /** Classes that it is passed by, in no time. */
  readonly passes: ByClass<boolean>
}

/** An edge with its position. */
interface OutgoingEdge extends PlannedEdge {
  readonly position: number
  readonly group: Group
}

const CLASSES: Readonly<Record<RequestType, { readonly isStored: boolean; readonly writes: boolean }>> = {
  Read: { isStored: true, writes: false },
  Write: { isStored: true, writes: true },
  // It calls no cache and no database.
  Compute: { isStored: false, writes: false },
  Transaction: { isStored: true, writes: true },
}

/**
 * The edges of requests: a balancer picks one of its connections; any other node makes one call per group of targets,
 * services first, then caches, then databases. Copies go to every target. A Read asks a database only after a miss; writes pass a
 * cache by its policy.
 */
export function routesOf(parts: Parts): readonly Route[] {
  const behind = { services: leadingTo(parts, ['service']), stores: leadingTo(parts, ['service', 'database']) }
  return parts.nodes.map((_, node) => routeOf(node, parts, behind))
}

interface Behind {
  /** By node: whether it is a cache that leads on to a service, or to anything that answers a miss. */
  readonly services: readonly boolean[]
  readonly stores: readonly boolean[]
}

function routeOf(node: number, { nodes, edges, outgoing }: Parts, behind: Behind): Route {
  const plan = nodes[node]?.plan
  const out = (outgoing[node] ?? []).flatMap((position): OutgoingEdge[] => {
    const edge = edges[position]
    const group = edge === undefined ? null : (nodes[edge.target]?.plan.group ?? null)
    return edge === undefined || group === null ? [] : [{ ...edge, position, group }]
  })
  const isCache = plan?.group === 'cache'
  const isBalancer = plan?.balancer != null
  const byClass = REQUEST_TYPES.map((type): readonly Step[] => {
    const { isStored, writes } = CLASSES[type]
    const policyOf = ({ target }: OutgoingEdge) => nodes[target]?.plan.writes ?? 'through'
    const isUseful = (edge: OutgoingEdge): boolean => {
      if (edge.group === 'service') return true
      if (!isStored) return edge.group === 'cache' && behind.services[edge.target] === true
      return !(writes && edge.group === 'cache' && policyOf(edge) === 'around' && behind.stores[edge.target] !== true)
    }
    const taken = writable(out.filter(isUseful), writes)
    if (isBalancer) return stepsTo(taken, {})
    const asked = out.filter(({ group }) => group === 'cache')
    const goesOn = asked.some(({ target }) => behind.stores[target] === true)
    const isBehind = asked.length > 0 && asked.every((edge) => policyOf(edge) === 'behind')
    return GROUPS.flatMap((group) => {
      // A cache that leads on asks by itself.
      if (group === 'database' && goesOn) return []
      const followsCaches = group === 'database' && asked.length > 0
      return stepsTo(
        taken.filter((edge) => edge.group === group),
        {
          unlessHit: isStored && !writes && (isCache || followsCaches),
          inBackground: writes && ((isCache && plan?.writes === 'behind') || (followsCaches && isBehind)),
        },
      )
    })
  })
  return {
    program: shared(byClass),
    balancing: plan?.balancer ?? (isPreferring(out) ? { by: 'first' } : { by: 'weight' }),
    passes: REQUEST_TYPES.map(
      (type) => isCache && (!CLASSES[type].isStored || (CLASSES[type].writes && plan.writes === 'around')),
    ) as unknown as ByClass<boolean>,
  }
}

/** Writes leave out connections that only read, where there are others to the same group. */
function writable(edges: readonly OutgoingEdge[], writes: boolean): readonly OutgoingEdge[] {
  if (!writes) return edges
  const canWrite = new Set(edges.filter(({ routing }) => !routing.isReadOnly).map(({ group }) => group))
  return edges.filter(({ routing, group }) => !routing.isReadOnly || !canWrite.has(group))
}

function stepsTo(
  edges: readonly OutgoingEdge[],
  { unlessHit = false, inBackground = false }: { readonly unlessHit?: boolean; readonly inBackground?: boolean },
): readonly Step[] {
  const chosen = edges.filter(({ routing }) => routing.copies === 0).map(({ position }) => position)
  const copied = edges.flatMap(({ routing, position }) => Array.from({ length: routing.copies }, () => position))
  return [
    ...(chosen.length === 0 ? [] : [{ links: chosen, copies: false, unlessHit, inBackground }]),
    ...(copied.length === 0 ? [] : [{ links: copied, copies: true, unlessHit, inBackground }]),
  ]
}

/** Whether each group that offers a choice has a first among its connections. */
function isPreferring(edges: readonly OutgoingEdge[]): boolean {
  const choices = GROUPS.map((group) => edges.filter((edge) => edge.group === group && edge.routing.copies === 0))
  const open = choices.filter(({ length }) => length > 1)
  return open.length > 0 && open.every((choice) => choice.every(({ routing }) => routing.isPreferred))
}

/** By node: whether it is a cache that leads on to one of these groups, directly or by other caches. */
function leadingTo({ nodes, edges, outgoing }: Parts, groups: readonly Group[]): readonly boolean[] {
  const into = nodes.map((): number[] => [])
  const leads = nodes.map(() => false)
  const pending: number[] = []
  const isCache = (node: number) => nodes[node]?.plan.group === 'cache'
  for (const [node, out] of outgoing.entries()) {
    for (const edge of out) {
      const target = edges[edge]?.target ?? -1
      const group = nodes[target]?.plan.group
      into[target]?.push(node)
      if (isCache(node) && group != null && groups.includes(group) && leads[node] === false) {
        leads[node] = true
        pending.push(node)
      }
    }
  }
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const before of into[node] ?? []) {
      if (!isCache(before) || leads[before] === true) continue
      leads[before] = true
      pending.push(before)
    }
  }
  return leads
}

/** Equal programs once. */
function shared(programs: readonly (readonly Step[])[]): ByClass<readonly Step[]> {
  const known = new Map<string, readonly Step[]>()
  return programs.map((program) => {
    const key = JSON.stringify(program)
    const same = known.get(key) ?? program
    known.set(key, same)
    return same
  }) as unknown as ByClass<readonly Step[]>
}
