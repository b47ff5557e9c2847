import type { BodyForm, CheckedBody } from './bodies/body-source.ts'
import type { ByteBudget } from './byte-budget.ts'

/** What Node's HTTP server sends. */
export interface Outgoing {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
  destroy(): unknown
}

/** What requests hold in memory, of all and of each user. `owner` is a user's id, or a stranger's network address. */
export interface Traffic {
  /** Bodies under way. */
  bodies: ByteBudget
  /** Checks a large body in a process of its own. */
  check(form: BodyForm, bytes: Uint8Array<ArrayBuffer>, owner: string): Promise<CheckedBody>
  /** Counts the bytes of an answer until it has gone out, and ends it when that takes too long. Throws 'api/busy' beyond the bounds. */
  holdAnswer(owner: string, bytes: number, outgoing: Outgoing | undefined): void
}
