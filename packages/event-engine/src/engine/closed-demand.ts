import type { HitsByDemand } from '../model.ts'
import { log } from '../portable-math.ts'
import type { Source } from './source.ts'

/** Requests after which it is looked at again, at least. */
const EVERY = 64

/** How many times fewer requests closed users make than they would if answers took no time, by cluster of clients. */
export class ClosedDemand {
  /** Whether a hit rate depends on it. */
  isUsed = false
  readonly #requests = new Map<string, number>()
  /** Binary logarithms. */
  readonly #halvings = new Map<string, number>()

  /** A request of a closed user has ended. */
  noteEnd({ model: { clientCluster } }: Source, sources: readonly Source[]): void {
    if (!this.isUsed) return
    const requests = (this.#requests.get(clientCluster) ?? 0) + 1
    this.#requests.set(clientCluster, requests)
    if (requests % Math.max(EVERY, sources.length) > 0) return
    let [made, unhindered] = [0, 0]
    for (const { model, readsPerSecond, unhinderedReadsPerSecond } of sources) {
      if (model.clientCluster !== clientCluster) continue
      made += model.users * readsPerSecond
      unhindered += model.users * unhinderedReadsPerSecond
    }
    this.#halvings.set(clientCluster, made > 0 ? log(unhindered / made) / Math.LN2 : 0)
  }

  /** A hit rate of now. `unhindered`: what it is if answers take no time. */
  hitRate(unhindered: number, byDemand: HitsByDemand | null): number {
    const all = byDemand === null ? 0 : (this.#halvings.get(byDemand.clientCluster) ?? 0)
    if (byDemand === null || all === 0) return unhindered
    const { hitRates } = byDemand
    const halvings = Math.min(all, hitRates.length)
    const before = Math.floor(halvings)
    const from = before === 0 ? unhindered : hitRates[before - 1]!
    return from + (halvings - before) * ((hitRates[before] ?? from) - from)
  }
}
