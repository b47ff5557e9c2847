import type { NodeType } from '@plimsoll/catalog'
import type { Network } from './network.ts'
import type { Routes } from './routes.ts'

/** Where requests could get at any time since Start and before the last edit. */
export class EarlierWays {
  /** By client and kind: the ids of the nodes that it could reach last. */
  readonly #reached = new Map<string, Map<NodeType, readonly string[]>>()
  /** Ids of targets by id of the source. */
  readonly #targets = new Map<string, Set<string>>()

  /** Takes in a network that an edit is about to replace. */
  remember({ sources, stations }: Network, routes: Routes): void {
    for (const client of sources) {
      const reached = this.#reached.get(client.id) ?? new Map<NodeType, readonly string[]>()
      for (const [kind, there] of routes.reachableFrom(client)) {
        reached.set(
          kind,
          there.map(({ id }) => id),
        )
      }
      this.#reached.set(client.id, reached)
    }
    for (const { id, out } of stations) {
      const targets = this.#targets.get(id) ?? new Set()
      for (const { target } of out) targets.add(target.id)
      this.#targets.set(id, targets)
    }
  }

  /** The nodes of the kind that the client could reach last; empty when it never could. */
  reached(clientId: string, kind: NodeType): readonly string[] {
    return this.#reached.get(clientId)?.get(kind) ?? []
  }

  targetsOf(sourceId: string): Iterable<string> {
    return this.#targets.get(sourceId) ?? []
  }
}
