import { FarEvents } from './far-events.ts'
import { grown } from './grown.ts'
import { KIND_BITS as BITS, type IsDead, Lane, recordOf } from './lane.ts'
import { LaterEvents } from './later-events.ts'

/*
 * Pending events in the order of (time, sequence). The next few stand in a short sorted list, from which taking one out costs
 * nothing and where adding one moves those that come before it; the others wait in a heap, and of very many those of later days in a
 * calendar. Events that are due a fixed time after they are made stand in lanes, one for each such time: a lane is sorted by itself,
 * so only its first event needs a place.
 */

/** The module's own: literals to the compiler, where imported ones are looked up each time. */
const KIND_BITS = BITS
const KIND_MASK = 2 ** KIND_BITS - 1
/** Most lanes; further fixed times are added one by one. */
const LANES = 4096
const FIRST_ROOM = 64
/** Events that stand in the list at most; the later half goes to the heap when there are more. */
const NEAR = 64
/** With more in the heap, those of later days go to the calendar. */
const MOST_FAR = 64
/** A full lane with more than this share of events that still matter is made larger. */
const MOST_ALIVE = 0.75
/** Events that a run can make; a margin below 2^31 lets it be looked at now and then only. */
const MOST_EVENTS = 2e9
/** Numbers of a slot. */
const WIDTH = 3

export class EventQueue {
  /** The event that `next` took out. */
  time = 0
  kind = 0
  record = 0
  generation = 0
  /** Of the next event; it wraps, and is compared by difference: right for events less than 2^31 apart. */
  #sequence: number

  /** The time of an event that is being added: a number that is no small integer costs an object where it is handed on. */
  readonly when = [0.5]

  /** The next events, the first one last, in plain arrays: typed ones take longer, since somebody might detach them. */
  readonly #due = Array.from({ length: NEAR }, () => 0.5)
  /** A lane below LANES, else a slot + LANES. */
  readonly #owner = Array.from({ length: NEAR }, () => 0)
  #near = 0
  readonly #later = new LaterEvents()
  readonly #far = new FarEvents((owner, other) => this.#isSooner(owner, other))

  /** Of each slot: its sequence, the record and the kind in one number, and the generation; of a free one: the next free one. */
  #slot = new Int32Array(FIRST_ROOM * WIDTH)
  #freeSlot = -1
  #slots = 0

  readonly #lanes: Lane[] = []
  readonly #laneOf = new Map<number, number>()
  readonly #isDead: IsDead

  constructor(isDead: IsDead, firstSequence = 0) {
    this.#isDead = isDead
    this.#sequence = firstSequence | 0
  }

  /** Whether so many events were made that the next ones could not be told from the first. */
  get isExhausted(): boolean {
    return this.#sequence < 0 || this.#sequence > MOST_EVENTS
  }

  /** The lane of events that are due `delay` after they are made; -1 where there is no room for one. */
  laneOf(delay: number): number {
    const known = this.#laneOf.get(delay)
    if (known !== undefined) return known
    if (this.#lanes.length === LANES || !Number.isFinite(delay)) return -1
    this.#lanes.push(new Lane(delay))
    this.#laneOf.set(delay, this.#lanes.length - 1)
    return this.#lanes.length - 1
  }

  /** Adds an event that is due at `time`, not before the last one taken out. */
  at(time: number, kind: number, record: number, generation: number): void {
    this.when[0] = time
    this.add(kind, record, generation)
  }

  /** As `at`, with the time in `when`. */
  add(kind: number, record: number, generation: number): void {
    let slot = this.#freeSlot
    if (slot < 0) {
      slot = this.#slots
      this.#slots += 1
      if (slot * WIDTH === this.#slot.length) this.#slot = grown(this.#slot, Int32Array, WIDTH)
    } else {
      this.#freeSlot = this.#slot[slot * WIDTH]!
    }
    const numbers = this.#slot
    const at = slot * WIDTH
    numbers[at] = this.#sequence
    numbers[at + 1] = (record << KIND_BITS) | kind
    numbers[at + 2] = generation
    this.#sequence = (this.#sequence + 1) | 0
    this.#add(slot + LANES)
  }

  /** Adds an event that is due a lane's time after the last one taken out. */
  after(lane: number, kind: number, record: number, generation: number): void {
    const events = this.#lanes[lane]!
    if (events.length === events.room) this.#makeRoom(events)
    events.add(this.time, this.#sequence, (record << KIND_BITS) | kind, generation)
    this.#sequence = (this.#sequence + 1) | 0
    if (events.length > 1) return
    this.when[0] = events.due
    this.#add(lane)
  }

  /** Takes out the first event, if it is due by `end`; tells whether there was one. */
  next(end: number): boolean {
    if (this.#near === 0 && !this.#fetch()) return false
    const first = this.#near - 1
    const time = this.#due[first]!
    if (time > end) return false
    this.time = time
    this.#near = first
    const owner = this.#owner[first]!
    if (owner >= LANES) {
      const numbers = this.#slot
      const slot = owner - LANES
      const at = slot * WIDTH
      const what = numbers[at + 1]!
      this.kind = what & KIND_MASK
      this.record = what >> KIND_BITS
      this.generation = numbers[at + 2]!
      numbers[at] = this.#freeSlot
      this.#freeSlot = slot
      return true
    }
    const events = this.#lanes[owner]!
    const { what } = events
    this.kind = what & KIND_MASK
    this.record = what >> KIND_BITS
    this.generation = events.generation
    events.drop()
    while (events.length > 0 && this.#isDead(recordOf(events.what), events.generation)) events.drop()
    if (events.length > 0) {
      this.when[0] = events.due
      this.#add(owner)
    }
    return true
  }

  /** Bytes that the pending events take, room included. */
  get bytes(): number {
    const lanes = this.#lanes.reduce((sum, { room }) => sum + room * Lane.BYTES, 0)
    return lanes + NEAR * 12 + this.#far.bytes + this.#later.bytes + this.#slot.length * 4
  }

  #add(owner: number): void {
    const due = this.#due
    const time = this.when[0]!
    if (this.#later.isLater(time)) {
      this.#later.add(time, owner)
      return
    }
    if (this.#far.size > 0 && !this.#isBeforeFar(time, owner)) {
      this.#far.add(time, owner)
      return
    }
    if (this.#near === NEAR) {
      // It may belong behind what goes.
      this.#sendAway()
      this.#add(owner)
      return
    }
    const owners = this.#owner
    let place = this.#near
    this.#near = place + 1
    for (; place > 0; place -= 1) {
      const before = due[place - 1]!
      if (before > time || (before === time && this.#isSooner(owner, owners[place - 1]!))) break
      due[place] = before
      owners[place] = owners[place - 1]!
    }
    due[place] = time
    owners[place] = owner
  }

  #isBeforeFar(time: number, owner: number): boolean {
    const far = this.#far.firstDue
    return time < far || (time === far && this.#isSooner(owner, this.#far.firstOwner))
  }

  /** Gives the later half of the list to the heap. */
  #sendAway(): void {
    const half = NEAR / 2
    for (let place = 0; place < half; place += 1) this.#far.add(this.#due[place]!, this.#owner[place]!)
    this.#due.copyWithin(0, half, NEAR)
    this.#owner.copyWithin(0, half)
    this.#near -= half
    if (this.#far.size > MOST_FAR && !this.#later.isLaidOut) this.#layOutDays()
  }

  /** Takes all events but the next ones, and gives the calendar those of the days after theirs. */
  #layOutDays(): void {
    const pending = this.#later.drain()
    for (; this.#far.size > 0; this.#far.removeFirst()) {
      pending.push({ time: this.#far.firstDue, owner: this.#far.firstOwner })
    }
    const toCome = pending.map(({ time }) => time - this.time).filter(Number.isFinite)
    const meanMs = toCome.reduce((sum, ms) => sum + ms, 0) / toCome.length
    const last = this.#near > 0 ? this.#due[0]! : this.time
    if (meanMs > 0) this.#later.layOut(this.time, { events: pending.length, meanMs, last })
    for (const { time, owner } of pending) {
      if (this.#later.isLater(time)) this.#later.add(time, owner)
      else this.#far.add(time, owner)
    }
  }

  /** Takes the events of the next day that has any into the list; tells whether there were any. */
  #openDay(): boolean {
    const later = this.#later
    if (!later.open()) return false
    for (let owner = later.take(); owner >= 0; owner = later.take()) {
      this.when[0] = later.dueOf(owner)
      this.#add(owner)
    }
    return true
  }

  /** Takes the first events of the heap, or of the next day, into the empty list; tells whether there were any. */
  #fetch(): boolean {
    if (this.#far.size === 0 && this.#later.isOutgrown) this.#layOutDays()
    if (this.#far.size === 0) return this.#openDay()
    const count = Math.min(this.#far.size, NEAR / 2)
    for (let place = count - 1; place >= 0; place -= 1) {
      this.#due[place] = this.#far.firstDue
      this.#owner[place] = this.#far.firstOwner
      this.#far.removeFirst()
    }
    this.#near = count
    return count > 0
  }

  /** Whether the event of one owner was made before that of another one. */
  #isSooner(owner: number, other: number): boolean {
    return ((this.#sequenceOf(owner) - this.#sequenceOf(other)) | 0) < 0
  }

  #sequenceOf(owner: number): number {
    if (owner >= LANES) return this.#slot[(owner - LANES) * WIDTH]!
    return this.#lanes[owner]!.sequence
  }

  /** Takes out what is dead behind the first event; makes the lane larger where that is not enough. */
  #makeRoom(events: Lane): void {
    if (events.keep(this.#isDead) > events.room * MOST_ALIVE) events.grow()
  }
}
