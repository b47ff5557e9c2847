import { type NodeFigures, Seconds, WINDOWS } from '@plimsoll/simulation'
import type { Station } from '../model.ts'

/** Requests that each client has made since Start, by its id. */
type Made = ReadonlyMap<string, number>

/** Requests per second that clients make, over the last 10 s. */
export class ClientRates {
  readonly #seconds = new Seconds<Made>(new Map())

  /** Of those that were deleted, too, since they may come back. */
  noteSecond(nowMs: number, made: Made): void {
    this.#seconds.note(nowMs, made)
  }

  /** Of all figures of nodes the engine tells these alone. */
  figures(nowMs: number, stations: readonly Station[]): NodeFigures {
    const { atMs, note } = this.#seconds.from(nowMs, WINDOWS.last10s)
    const rateOf = ({ id, client }: Station) =>
      client === null || nowMs === atMs ? Number.NaN : ((client.made - (note.get(id) ?? 0)) * 1000) / (nowMs - atMs)
    const none = () => new Float32Array(stations.length).fill(Number.NaN)
    return {
      slots: none(),
      waiting: none(),
      offered: Float32Array.from(stations, rateOf),
      served: none(),
      rejected: none(),
      failed: none(),
      p95: none(),
      instances: none(),
      state: new Uint8Array(stations.length),
      present: none(),
      working: none(),
      taken: none(),
      takenOf: none(),
      takenWorking: none(),
      takenPlaces: new Uint8Array(stations.length),
    }
  }
}
