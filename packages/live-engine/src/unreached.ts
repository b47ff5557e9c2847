import type { Network } from './network.ts'

/** Ids of the nodes that no client reaches, in the order of the flow's nodes. */
export function unreachedNodes({ stations, sources }: Network): readonly string[] {
  const reached = new Set(sources)
  for (const { out } of reached) {
    for (const { target } of out) reached.add(target)
  }
  return stations.filter((station) => !reached.has(station)).map(({ id }) => id)
}
