import type { SourceModel } from '../model.ts'
import { NONE } from './call-records.ts'
import type { ClosedUsers } from './closed-users.ts'

/** Numbers of users are below this, so that a call record has room for them. */
const NUMBERS = 2 ** 31

/** So many numbers each of several sources of open users has. */
const numbersOf = (sources: number): number => Math.floor(NUMBERS / sources)

interface Numbered {
  readonly index: number
  /** How many sources there are. */
  readonly sources: number
  /** 0 to 1, by chance, so that in the mean over runs all areas have equally many of users that cannot be divided evenly. */
  readonly shift: number
}

/**
 * The users of a source. Closed users are told apart by their rank among those of the source. Of open arrivals each is a user of its
 * own, whose number is drawn, so that no memory is kept of them; the numbers of a source lie side by side, and among them those of
 * each kind of request.
 */
export class Users {
  readonly #model: SourceModel
  readonly #first: number
  readonly #ofKind: number
  readonly #shift: number
  readonly #areas: number
  readonly #regions: number
  /** By area and region. */
  readonly #far: readonly boolean[]

  constructor(model: SourceModel, { index, sources, shift }: Numbered) {
    const isClosed = model.arrivals === 'closed'
    const count = isClosed ? model.users : numbersOf(sources)
    this.#model = model
    this.#first = isClosed ? 0 : index * count
    this.#ofKind = isClosed ? count : Math.floor(count / Math.max(1, model.kinds.length))
    this.#shift = shift
    this.#areas = model.areas.length
    this.#regions = model.areas[0]?.length ?? 0
    this.#far = model.areas.flat()
  }

  /** What the number of a user, and where it lives, depend on. */
  get numbers() {
    return {
      first: this.#first,
      ofKind: this.#ofKind,
      shift: this.#shift,
      areas: this.#areas,
      regions: this.#regions,
      far: this.#far,
    }
  }

  /** The number of an open user who sends a request of a kind, by a uniform number in (0, 1). */
  drawn(uniform: number, kind: number): number {
    return this.#first + kind * this.#ofKind + Math.floor(uniform * this.#ofKind)
  }

  /** Whether the area that a user lives in, by its number or its rank, always the same, is far from a region. */
  isFar(user: number, region: number): boolean {
    // In the middle of an edit it may be a region that this client does not know.
    if (region >= this.#regions) return false
    const number = this.#withinKind(user - this.#first)
    const area = Math.floor(((number + this.#shift) * this.#areas) / this.#ofKind)
    return this.#far[area * this.#regions + region] ?? false
  }

  /** The remainder, which is slow for numbers as large as these, only where there are several kinds: each crossing of a connection may ask. */
  #withinKind(number: number): number {
    return number >= 0 && number < this.#ofKind ? number : number % this.#ofKind
  }

  /** Size of the request of an open user; null: as the connections have it. */
  sizeKB(user: number): number | null {
    return this.#model.kinds[Math.floor((user - this.#first) / this.#ofKind)]?.sizeKB ?? null
  }
}

interface WithUsers {
  readonly sources: readonly { readonly users: Users }[]
  readonly closedUsers: Pick<ClosedUsers, 'sourceOf' | 'rankOf'>
  readonly hasClosedUsers: boolean
}

/** Whether the user of a request lives far from a region. One whose kind of arrivals was given up is near. */
export function isFar({ sources, closedUsers, hasClosedUsers }: WithUsers, user: number, region: number): boolean {
  const source = hasClosedUsers ? closedUsers.sourceOf[user] : Math.floor(user / numbersOf(sources.length))
  const users = sources[source ?? NONE]?.users
  return users?.isFar(hasClosedUsers ? closedUsers.rankOf[user]! : user, region) ?? false
}

/** Size of the request of a user; null: as the connections have it. */
export function sizeKB({ sources, hasClosedUsers }: WithUsers, user: number): number | null {
  if (hasClosedUsers) return null
  return sources[Math.floor(user / numbersOf(sources.length))]?.users.sizeKB(user) ?? null
}
