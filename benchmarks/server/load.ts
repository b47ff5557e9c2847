import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Load {
  port: number
  /** For each connection the request that it sends again and again, as bytes; `{n}` counts them, eight characters wide. */
  requests: string[]
  /** What each connection begins to count with. */
  from: number[]
  /** How long; 0 opens the connections and sends one request on each. */
  ms: number
  /** The client never sleeps: waking it would count as the server's work, and a faster server wakes it less often. */
  isBusy?: boolean
}

export interface LoadResult {
  count: number
  seconds: number
  p99Ms: number
  /** Status → number of answers. */
  statuses: Record<string, number>
  /** What each connection would count next. */
  next: number[]
}

/** A client of its own process, so that making requests takes no time from whoever answers them. */
export class LoadGenerator {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'load-generator.ts'))

  /** Sends requests for a time, each connection the next when it has its answer. Throws at any answer that is not expected. */
  async send(load: Load, expected: readonly string[] = ['200', '201']): Promise<LoadResult> {
    this.#child.send(load)
    const [result] = (await once(this.#child, 'message')) as [LoadResult]
    const odd = Object.entries(result.statuses).filter(([status]) => !expected.includes(status))
    if (odd.length > 0) throw new Error(`Unexpected answers: ${odd.map(([status, count]) => `${count} × ${status}`)}`)
    return result
  }

  stop(): void {
    this.#child.kill()
  }
}
