import type { CachedItems } from './cached-items.ts'
import type { CallRecords } from './call-records.ts'

interface Fetch {
  readonly cache: CachedItems
  readonly item: number
  /** Of its record, which may be another's by the time that it is looked for. */
  readonly generation: number
}

/** Items that a cache did not have, by the record of the visit that brings them. */
export class Fetches {
  readonly #records: CallRecords
  readonly #byRecord = new Map<number, Fetch>()

  constructor(records: CallRecords) {
    this.#records = records
  }

  begin(record: number, cache: CachedItems, item: number): void {
    this.#byRecord.set(record, { cache, item, generation: this.#records.generationOf(record) })
  }

  /** The visit at the cache ends: what it asked itself for is in the cache; else its caller goes on and fetches it. */
  end(record: number, caller: number, hasAsked: boolean): void {
    const fetch = this.#take(record)
    if (fetch === null) return
    if (hasAsked) fetch.cache.fetched(fetch.item)
    else if (caller >= 0) this.begin(caller, fetch.cache, fetch.item)
  }

  /** The caller of a cache has an answer from elsewhere. */
  arrive(caller: number): void {
    const fetch = this.#take(caller)
    fetch?.cache.fetched(fetch.item)
  }

  get isEmpty(): boolean {
    return this.#byRecord.size === 0
  }

  #take(record: number): Fetch | null {
    const fetch = this.#byRecord.get(record)
    if (fetch === undefined) return null
    this.#byRecord.delete(record)
    return fetch.generation === this.#records.generationOf(record) ? fetch : null
  }
}
