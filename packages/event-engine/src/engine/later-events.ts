import { largerRoom } from './grown.ts'

/** So many events a day has on average when the days are laid out; they cover so often the mean time until the events are due. */
const PER_DAY = 8
const COVERED = 8
const FEWEST_DAYS = 64
const NONE = -1

export interface Pending {
  readonly time: number
  readonly owner: number
}

/**
 * Events of later days, each day's in no order: a calendar of equal days that comes round again (Brown 1988). The number of a day
 * never falls as time goes on, so what is of a later day is due later. An owner has one event at most.
 */
export class LaterEvents {
  size = 0
  /** The day under way: what stands here is of later ones. Infinity: the days are not laid out. */
  #day = Number.POSITIVE_INFINITY
  /** How many events the days were laid out for. */
  #expected = 0
  #hadEmptyRound = false
  #origin = 0
  #daysPerMs = 0
  /** Of each day of the round: its first owner. */
  #first = new Int32Array(0)
  /** Of the day under way: what has not been taken. */
  #today = NONE
  /** By owner. */
  #next = new Int32Array(0)
  #due = new Float64Array(0)

  get bytes(): number {
    return this.#first.length * 4 + this.#next.length * 12
  }

  get isLaidOut(): boolean {
    return this.#expected > 0
  }

  /** Whether there are far more or fewer events than the days were laid out for, or a whole round of days had none. */
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

  /** Goes on to the next day that has events; tells whether there is one. */
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

  /** An event of the day that was opened: its owner; below 0: there are no more. */
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

  /** Takes all out, as it was due. */
  drain(): Pending[] {
    const pending: Pending[] = []
    for (const first of this.#first) {
      for (let owner = first; owner !== NONE; owner = this.#next[owner]!) {
        pending.push({ time: this.#due[owner]!, owner })
      }
    }
    this.#first.fill(NONE)
    this.size = 0
    return pending
  }

  /** Lays the days of the empty calendar out for so many events, due so long after `now` on average; `last` is of the first day. */
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
    const place = this.#dayOf(this.#due[owner]!) & (this.#first.length - 1)
    this.#next[owner] = this.#first[place]!
    this.#first[place] = owner
  }

  /** Those of the day's place in the round that are due in a later round stay. */
  #openDay(place: number): void {
    let owner = this.#first[place]!
    this.#first[place] = NONE
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
