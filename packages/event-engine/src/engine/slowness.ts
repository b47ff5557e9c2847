import type { SlowHits } from '../model.ts'
import { log } from '../portable-math.ts'
import type { Source } from './source.ts'

/** Requests after which it is looked at again, at least. */
const EVERY = 64

/** How many times as seldom closed users ask as they would if answers took no time, by whose clients they are. */
export class Slowness {
  readonly #requests = new Map<string, number>()
  /** Binary logarithms. */
  readonly #halvings = new Map<string, number>()

  /** A request of a closed user has ended. */
  noteEnd({ model: { askedBy } }: Source, sources: readonly Source[]): void {
    const requests = (this.#requests.get(askedBy) ?? 0) + 1
    this.#requests.set(askedBy, requests)
    if (requests % Math.max(EVERY, sources.length) > 0) return
    let [asked, unhindered] = [0, 0]
    for (const { model, readsPerSecond, unhinderedReadsPerSecond } of sources) {
      if (model.askedBy !== askedBy) continue
      asked += model.users * readsPerSecond
      unhindered += model.users * unhinderedReadsPerSecond
    }
    this.#halvings.set(askedBy, asked > 0 ? log(unhindered / asked) / Math.LN2 : 0)
  }

  /** A hit rate of now, by what it is where nobody waits. */
  hitRate(unhindered: number, slow: SlowHits | null): number {
    const all = slow === null ? 0 : (this.#halvings.get(slow.askedBy) ?? 0)
    if (slow === null || all === 0) return unhindered
    const { hitRates } = slow
    const halvings = Math.min(all, hitRates.length)
    const before = Math.floor(halvings)
    const from = before === 0 ? unhindered : hitRates[before - 1]!
    return from + (halvings - before) * ((hitRates[before] ?? from) - from)
  }
}
