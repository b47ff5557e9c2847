import type { Notes } from './notes.ts'
import type { Parts } from './parts.ts'

/** Says what is drawn and cannot work as it is. */
export function warn({ places, ways, onward }: Parts, notes: Notes): void {
  for (const [position, { id, name, plan }] of places.entries()) {
    const { traffic } = plan
    if (traffic === null) continue
    for (const way of onward[position] ?? []) {
      const target = places[ways[way]?.target ?? -1]
      if (target === undefined) continue
      const { type = 'default' } = ways[way] ?? {}
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

/** By place: whether only balancers that do not follow scaling lead to it. */
export function isCutOffFromScaling({ places, ways, onward }: Parts): readonly boolean[] {
  const follows = places.map(() => false)
  const isReached = places.map(() => false)
  for (const [source, out] of onward.entries()) {
    for (const way of out) {
      const target = ways[way]?.target ?? -1
      isReached[target] = true
      if (places[source]?.plan.followsScaling !== false) follows[target] = true
    }
  }
  return places.map((_, place) => isReached[place] === true && follows[place] === false)
}
