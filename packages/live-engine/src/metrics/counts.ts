import { Seconds, WINDOWS, type WindowFigures, type Windows } from '@plimsoll/simulation'
import { ResponseTimeCounts } from './response-times.ts'

/** What a run counts itself. */
interface RunCounts {
  readonly created: number
  readonly completed: number
  readonly failed: number
  readonly retries: number
}

interface Note extends RunCounts {
  readonly responses: ResponseTimeCounts
  readonly reasons: ReadonlyMap<string, number>
}

/** Counts what became of requests, since the start and as it was at each of the last seconds. */
export class Counts {
  readonly #responses = new ResponseTimeCounts()
  readonly #reasons = new Map<string, number>()
  readonly #start: Note = this.#note({ created: 0, completed: 0, failed: 0, retries: 0 })
  readonly #seconds = new Seconds(this.#start)

  complete(responseTimeMs: number, standsFor: number): void {
    this.#responses.add(responseTimeMs, standsFor)
  }

  fail(reason: string, standsFor: number): void {
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + standsFor)
  }

  noteSecond(nowMs: number, counts: RunCounts): void {
    this.#seconds.note(nowMs, this.#note(counts))
  }

  windows(nowMs: number, counts: RunCounts): Windows {
    const now = this.#note(counts)
    const last = (windowMs: number) => {
      const { atMs, note } = this.#seconds.from(nowMs, windowMs)
      return between(note, now, nowMs - atMs)
    }
    return {
      last10s: last(WINDOWS.last10s),
      last60s: last(WINDOWS.last60s),
      sinceStart: between(this.#start, now, nowMs),
    }
  }

  #note({ created, completed, failed, retries }: RunCounts): Note {
    return {
      ...{ created, completed, failed, retries },
      responses: this.#responses.copy(),
      reasons: new Map(this.#reasons),
    }
  }
}

function between(then: Note, now: Note, spanMs: number): WindowFigures {
  const { mean = null, p50 = null, p95 = null, p99 = null } = now.responses.since(then.responses).summary() ?? {}
  const reasons = [...now.reasons].map(([reason, count]) => ({
    reason,
    count: count - (then.reasons.get(reason) ?? 0),
  }))
  return {
    spanMs,
    offered: now.created - then.created,
    completed: now.completed - then.completed,
    failed: now.failed - then.failed,
    retries: now.retries - then.retries,
    reasons: reasons.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count),
    ...{ mean, p50, p95, p99 },
  }
}
