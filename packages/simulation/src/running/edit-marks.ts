import type { ComparedWindow } from './compared-window.ts'

/** An edit during a run: what it changed and when, with the ten seconds before it and those after. */
export interface EditMark {
  /** Simulated ms. */
  readonly atMs: number
  /** What was changed, element by element. */
  readonly words: readonly string[]
  readonly before: ComparedWindow
  /** Null: they are not over. */
  readonly after: ComparedWindow | null
}

/** So many edits are kept, the last ones. */
const MOST = 100
/** Simulated ms after an edit that are shown beside those before it. */
const AFTER_MS = 10_000

/** The edits of a run. */
export class EditMarks {
  #marks: readonly EditMark[] = []

  /** When the ten seconds after an edit are over next; Infinity: none are under way. */
  get dueMs(): number {
    const open = this.#marks.find(({ after }) => after === null)
    return open ? open.atMs + AFTER_MS : Number.POSITIVE_INFINITY
  }

  add(atMs: number, words: readonly string[], before: ComparedWindow): void {
    this.#marks = [...this.#marks, { atMs, words, before, after: null }].slice(-MOST)
  }

  /** The run has got to `dueMs`: these are its last ten seconds. */
  end(nowMs: number, after: ComparedWindow): void {
    this.#marks = this.#marks.map((mark) =>
      mark.after === null && mark.atMs + AFTER_MS <= nowMs ? { ...mark, after } : mark,
    )
  }

  /** Oldest first; the same array until one is added or ends. */
  list(): readonly EditMark[] {
    return this.#marks
  }
}
