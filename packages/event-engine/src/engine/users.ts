import type { SourceModel } from '../model.ts'

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
 * drawn, so that no memory is kept of them; the numbers of a source lie side by side.
 */
export class Users {
  readonly #areas: SourceModel['areas']
  readonly #first: number
  readonly #count: number
  readonly #shift: number

  constructor(model: SourceModel, { index, sources, firstUser, shift }: Numbered) {
    const isClosed = model.arrivals === 'closed'
    this.#areas = model.areas
    this.#count = isClosed ? model.users : numbersOf(sources)
    this.#first = isClosed ? firstUser : index * this.#count
    this.#shift = shift
  }

  /** The number of an open user, by a uniform number in (0, 1). */
  drawn(uniform: number): number {
    return this.#first + Math.floor(uniform * this.#count)
  }

  /** Whether the area that a user lives in, always the same, is far from a region. */
  isFar(user: number, region: number): boolean {
    const area = Math.floor(((user - this.#first + this.#shift) * this.#areas.length) / this.#count)
    return this.#areas[area]?.[region] ?? false
  }
}

interface WithUsers {
  readonly sources: readonly { readonly users: Users }[]
  /** By closed user: the index of its source. */
  readonly sourceOfUser: Int32Array
}

export function isFar({ sources, sourceOfUser }: WithUsers, user: number, region: number): boolean {
  const source = sourceOfUser.length > 0 ? sourceOfUser[user]! : Math.floor(user / numbersOf(sources.length))
  return sources[source]!.users.isFar(user, region)
}
