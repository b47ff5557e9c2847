import { largerRoom } from './grown.ts'

/** Mean number of events per day when the days are laid out, and how many times the mean delay the days cover. */
const PER_DAY = 4
const COVERED = 8
const FEWEST_DAYS = 64
const NONE = -1

export interface Pending {
  readonly time: number
  readonly owner: number
}

/**
 * A calendar queue (Brown 1988): events in buckets ("days") of equal length, used in a ring, unsorted within a day. An event of a
 * later day is always due later. An owner has at most one event.
 */
export class CalendarQueue {
  size = 0
  /** The current day; all events here belong to later ones. Infinity: the days are not laid out. */
  #day = Number.POSITIVE_INFINITY
  /** Number of events the days were laid out for. */
  #expected = 0
  #hadEmptyRound = false
  #origin = 0
  #daysPerMs = 0
  /** By day of the ring: its first owner. */
  #first = new Int32Array(0)
  /** First owner of the current day that has not been taken. */
  #today = NONE
  /** By owner. */
  #next = new Int32Array(0)
  #due = new Float64Array(0)

  get bytes(): number {
    return this.#first.length * 4 + this.#next.length * 12
  }

  /** Whether there are far more or fewer events than expected, or a whole round of days was empty. */
  get isOutgrown(): boolean {
    const isTooLong = 4 * this.size < this.#expected && this.#expected > FEWEST_DAYS
    return this.size > 4 * this.#expected || isTooLong || this.#hadEmptyRound
  }

  isLater(time: number): boolean {
    return this.#dayOf(time) > this.#day
  }

  add(time: number, owner: number): void {
    if (owner >= this.#next.length) this.#grow(owner)
    this.#due[owner] = time
    this.size += 1
    this.#put(owner)
  }

  /** Opens the next non-empty day. Returns whether there is one. */
  open(): boolean {
    if (this.size === 0) return false
    const days = this.#first.length
    let skipped = 0
    for (; this.#today === NONE; skipped += 1) {
      this.#day = skipped < days ? this.#day + 1 : this.#firstDay()
      this.#openDay(this.#day & (days - 1))
    }
    this.#hadEmptyRound = skipped > days
    return true
  }

  /** Removes an event of the open day and returns its owner; below 0: none is left. */
  take(): number {
    const owner = this.#today
    if (owner === NONE) return NONE
    this.#today = this.#next[owner]!
    this.size -= 1
    return owner
  }

  dueOf(owner: number): number {
    return this.#due[owner]!
  }

  /** All events, in no order. */
  list(): Pending[] {
    const pending: Pending[] = []
    for (const first of [...this.#first, this.#today]) {
      for (let owner = first; owner !== NONE; owner = this.#next[owner]!) {
        pending.push({ time: this.#due[owner]!, owner })
      }
    }
    return pending
  }

  /** Removes all events. */
  drain(): Pending[] {
    const pending = this.list()
    this.#first.fill(NONE)
    this.size = 0
    return pending
  }

  /** Lays out the days of the empty calendar for so many events with a mean delay of `meanMs`; `last` is in the first day. */
  layOut(now: number, { events, meanMs, last }: { events: number; meanMs: number; last: number }): void {
    this.#expected = events
    this.#hadEmptyRound = false
    this.#origin = now
    this.#daysPerMs = events / (PER_DAY * meanMs)
    let days = FEWEST_DAYS
    while (days < (events * COVERED) / PER_DAY) days *= 2
    this.#first = new Int32Array(days).fill(NONE)
    this.#day = this.#dayOf(last)
  }

  #dayOf(time: number): number {
    return Math.floor((time - this.#origin) * this.#daysPerMs)
  }

  #put(owner: number): void {
    const bucket = this.#dayOf(this.#due[owner]!) & (this.#first.length - 1)
    this.#next[owner] = this.#first[bucket]!
    this.#first[bucket] = owner
  }

  /** Opens a bucket; its events of later rounds stay. */
  #openDay(bucket: number): void {
    let owner = this.#first[bucket]!
    this.#first[bucket] = NONE
    while (owner !== NONE) {
      const next = this.#next[owner]!
      if (this.#dayOf(this.#due[owner]!) > this.#day) this.#put(owner)
      else {
        this.#next[owner] = this.#today
        this.#today = owner
      }
      owner = next
    }
  }

  #firstDay(): number {
    let least = Number.POSITIVE_INFINITY
    for (const first of this.#first)
      for (let owner = first; owner !== NONE; owner = this.#next[owner]!) least = Math.min(least, this.#due[owner]!)
    return this.#dayOf(least)
  }

  #grow(owner: number): void {
    let room = Math.max(64, this.#next.length)
    while (room <= owner) room = largerRoom(room)
    const [next, due] = [this.#next, this.#due]
    this.#next = new Int32Array(room)
    this.#next.set(next)
    this.#due = new Float64Array(room)
    this.#due.set(due)
  }
}
