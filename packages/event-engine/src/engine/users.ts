import type { SourceModel } from '../model.ts'
import type { Run } from './run.ts'

/** Numbers of users are below this, so that a call record has room for them. */
const NUMBERS = 2 ** 31

/** So many numbers each of several sources of open users has. */
const numbersOf = (sources: number): number => Math.floor(NUMBERS / sources)

interface Numbered {
  readonly index: number
  /** How many sources there are. */
  readonly sources: number
  /** The number of its first closed user. */
  readonly firstUser: number
  /** 0 to 1, by chance, so that in the mean over runs all areas have equally many of users that cannot be divided evenly. */
  readonly shift: number
}

/**
 * The users of a source. Closed users are numbered one after the other. Of open arrivals each is a user of its own, whose number is
 * drawn, so that no memory is kept of them; the numbers of a source lie side by side, and among them those of each kind of request.
 */
export class Users {
  readonly #model: SourceModel
  readonly #first: number
  readonly #ofKind: number
  readonly #shift: number

  constructor(model: SourceModel, { index, sources, firstUser, shift }: Numbered) {
    const isClosed = model.arrivals === 'closed'
    const count = isClosed ? model.users : numbersOf(sources)
    this.#model = model
    this.#first = isClosed ? firstUser : index * count
    this.#ofKind = isClosed ? count : Math.floor(count / Math.max(1, model.kinds.length))
    this.#shift = shift
  }

  /** The number of an open user who sends a request of a kind, by a uniform number in (0, 1). */
  drawn(uniform: number, kind: number): number {
    return this.#first + kind * this.#ofKind + Math.floor(uniform * this.#ofKind)
  }

  /** Whether the area that a user lives in, always the same, is far from a region. */
  isFar(user: number, region: number): boolean {
    const { areas } = this.#model
    const number = (user - this.#first) % this.#ofKind
    return areas[Math.floor(((number + this.#shift) * areas.length) / this.#ofKind)]?.[region] ?? false
  }

  /** Size of the user's request; null: as the connections have it. */
  sizeKB(user: number): number | null {
    return this.#model.kinds[Math.floor((user - this.#first) / this.#ofKind)]?.sizeKB ?? null
  }
}

export function usersOf({ sources, sourceOfUser }: Run, user: number): Users {
  const source = sourceOfUser.length > 0 ? sourceOfUser[user]! : Math.floor(user / numbersOf(sources.length))
  return sources[source]!.users
}
