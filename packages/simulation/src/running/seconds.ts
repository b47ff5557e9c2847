import { Kept } from './kept.ts'
import { WINDOWS } from './snapshot.ts'

/** At the end of the last second of the longest window, and at its beginning and each second between. */
const NOTES = WINDOWS.last60s / 1000 + 1

/** What was noted at the end of each of the last seconds of a run, and at its start. */
export class Seconds<T> {
  readonly #start: { readonly atMs: number; readonly note: T }
  readonly #notes = new Kept<{ readonly atMs: number; readonly note: T }>(NOTES)

  constructor(start: T) {
    this.#start = { atMs: 0, note: start }
  }

  note(atMs: number, note: T): void {
    this.#notes.add({ atMs, note })
  }

  /** The notes of the seconds that ended later, oldest first. */
  since(afterMs: number): readonly T[] {
    return this.#notes.list().flatMap(({ atMs, note }) => (atMs > afterMs ? [note] : []))
  }

  /** The note from which on a window that ends now is counted: made at most that long ago, on a full second; in a young run the start. */
  from(nowMs: number, windowMs: number): { readonly atMs: number; readonly note: T } {
    const fromMs = Math.ceil(nowMs / 1000) * 1000 - windowMs
    return fromMs <= 0 ? this.#start : (this.#notes.list().find(({ atMs }) => atMs >= fromMs) ?? this.#start)
  }
}
