import { REQUEST_TYPES, type RequestType } from '@plimsoll/simulation'
import type { Balancing, ByClass, Step } from '../model.ts'
import { GROUPS, type Group } from './kinds/plan.ts'
import type { Parts, Way } from './parts.ts'

/** What a node does with a request of each class after its own work. */
export interface Route {
  readonly program: ByClass<readonly Step[]>
  readonly balancing: Balancing
  /** Classes that it is passed by, in no time. */
  readonly passes: ByClass<boolean>
}

/** A way with its position. */
interface Onward extends Way {
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
 * The ways of requests: a balancer picks one of its connections; any other node makes one call per group of targets,
 * services first, then caches, then databases. Copies go to every target. A Read asks a database only after a miss; writes pass a
 * cache by its policy.
 */
export function routesOf(parts: Parts): readonly Route[] {
  const behind = { services: leadingTo(parts, ['service']), stores: leadingTo(parts, ['service', 'database']) }
  return parts.places.map((_, place) => routeOf(place, parts, behind))
}

interface Behind {
  /** By place: whether it is a cache from which a request can go on to a service, or to anything that answers a miss. */
  readonly services: readonly boolean[]
  readonly stores: readonly boolean[]
}

function routeOf(place: number, { places, ways, onward }: Parts, behind: Behind): Route {
  const plan = places[place]?.plan
  const out = (onward[place] ?? []).flatMap((position): Onward[] => {
    const way = ways[position]
    const group = way === undefined ? null : (places[way.target]?.plan.group ?? null)
    return way === undefined || group === null ? [] : [{ ...way, position, group }]
  })
  const isCache = plan?.group === 'cache'
  const isBalancer = plan?.balancer != null
  const byClass = REQUEST_TYPES.map((type): readonly Step[] => {
    const { isStored, writes } = CLASSES[type]
    const policyOf = ({ target }: Onward) => places[target]?.plan.writes ?? 'through'
    const isUseful = (way: Onward): boolean => {
      if (way.group === 'service') return true
      if (!isStored) return way.group === 'cache' && behind.services[way.target] === true
      return !(writes && way.group === 'cache' && policyOf(way) === 'around' && behind.stores[way.target] !== true)
    }
    const taken = writable(out.filter(isUseful), writes)
    if (isBalancer) return stepsTo(taken, {})
    const asked = out.filter(({ group }) => group === 'cache')
    const goesOn = asked.some(({ target }) => behind.stores[target] === true)
    const isBehind = asked.length > 0 && asked.every((way) => policyOf(way) === 'behind')
    return GROUPS.flatMap((group) => {
      // A cache that leads on asks by itself.
      if (group === 'database' && goesOn) return []
      const followsCaches = group === 'database' && asked.length > 0
      return stepsTo(
        taken.filter((way) => way.group === group),
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
function writable(ways: readonly Onward[], writes: boolean): readonly Onward[] {
  if (!writes) return ways
  const canWrite = new Set(ways.filter(({ routing }) => !routing.isReadOnly).map(({ group }) => group))
  return ways.filter(({ routing, group }) => !routing.isReadOnly || !canWrite.has(group))
}

function stepsTo(
  ways: readonly Onward[],
  { unlessHit = false, inBackground = false }: { readonly unlessHit?: boolean; readonly inBackground?: boolean },
): readonly Step[] {
  const chosen = ways.filter(({ routing }) => routing.copies === 0).map(({ position }) => position)
  const copied = ways.flatMap(({ routing, position }) => Array.from({ length: routing.copies }, () => position))
  return [
    ...(chosen.length === 0 ? [] : [{ links: chosen, copies: false, unlessHit, inBackground }]),
    ...(copied.length === 0 ? [] : [{ links: copied, copies: true, unlessHit, inBackground }]),
  ]
}

/** Whether each group that offers a choice has a first among its connections. */
function isPreferring(ways: readonly Onward[]): boolean {
  const choices = GROUPS.map((group) => ways.filter((way) => way.group === group && way.routing.copies === 0))
  const open = choices.filter(({ length }) => length > 1)
  return open.length > 0 && open.every((choice) => choice.every(({ routing }) => routing.isPreferred))
}

/** By place: whether it is a cache that leads on to one of these groups, directly or by other caches. */
function leadingTo({ places, ways, onward }: Parts, groups: readonly Group[]): readonly boolean[] {
  const into = places.map((): number[] => [])
  const leads = places.map(() => false)
  const pending: number[] = []
  const isCache = (place: number) => places[place]?.plan.group === 'cache'
  for (const [place, out] of onward.entries()) {
    for (const way of out) {
      const target = ways[way]?.target ?? -1
      const group = places[target]?.plan.group
      into[target]?.push(place)
      if (isCache(place) && group != null && groups.includes(group) && leads[place] === false) {
        leads[place] = true
        pending.push(place)
      }
    }
  }
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    for (const before of into[place] ?? []) {
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
