import type { Parts } from './parts.ts'

/** By node: the id of the first client that it is connected with, in whatever direction and through whatever components; '': there is none. */
export function clientClusters({ nodes, edges }: Parts): readonly string[] {
  const beside = nodes.map((): number[] => [])
  for (const { source, target } of edges) {
    beside[source]?.push(target)
    beside[target]?.push(source)
  }
  const by = nodes.map(() => '')
  for (const [client, { id, plan }] of nodes.entries()) {
    if (plan.traffic === null || by[client] !== '') continue
    by[client] = id
    const pending = [client]
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      for (const other of beside[node] ?? []) {
        if (by[other] !== '') continue
        by[other] = id
        pending.push(other)
      }
    }
  }
  return by
}
