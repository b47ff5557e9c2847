/*
 * Pending events in the order of (time, sequence): a 4-ary heap in typed arrays. Events that are due a fixed time after they are
 * made stand in lanes, one for each such time: a lane is sorted by itself, so only its first event needs a place in the heap.
 */

/** Most lanes; further fixed times go to the heap one by one. */
const LANES = 4096
const FIRST_ROOM = 64

/** Whether an event that is still pending no longer matters. */
export type IsDead = (frame: number, generation: number) => boolean

export class EventQueue {
  /** The event that `next` took out. */
  time = 0
  kind = 0
  frame = 0
  generation = 0
  /** Of events made so far. */
  #sequence = 0

  #size = 0
  #due = new Float64Array(FIRST_ROOM)
  /** By place in the heap: a lane below LANES, else a slot + LANES. */
  #owner = new Int32Array(FIRST_ROOM)

  #slotSequence = new Float64Array(FIRST_ROOM)
  #slotKind = new Uint8Array(FIRST_ROOM)
  #slotFrame = new Int32Array(FIRST_ROOM)
  #slotGeneration = new Int32Array(FIRST_ROOM)
  #freeSlot = -1
  #slots = 0

  readonly #lanes: Lane[] = []
  readonly #laneOf = new Map<number, number>()
  readonly #isDead: IsDead

  constructor(isDead: IsDead) {
    this.#isDead = isDead
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
  at(time: number, kind: number, frame: number, generation: number): void {
    let slot = this.#freeSlot
    if (slot < 0) {
      slot = this.#slots
      this.#slots += 1
      if (slot === this.#slotKind.length) this.#growSlots()
    } else {
      this.#freeSlot = this.#slotFrame[slot]!
    }
    this.#slotSequence[slot] = this.#sequence
    this.#sequence += 1
    this.#slotKind[slot] = kind
    this.#slotFrame[slot] = frame
    this.#slotGeneration[slot] = generation
    this.#push(time, slot + LANES)
  }

  /** Adds an event that is due a lane's time after `now`. */
  after(lane: number, now: number, kind: number, frame: number, generation: number): void {
    const events = this.#lanes[lane]!
    if (events.length === events.room) this.#makeRoom(events)
    const time = now + events.delay
    events.add(time, this.#sequence, kind, frame, generation)
    this.#sequence += 1
    if (events.length === 1) this.#push(time, lane)
  }

  /** Takes out the first event, if it is due by `end`; tells whether there was one. */
  next(end: number): boolean {
    if (this.#size === 0) return false
    const time = this.#due[0]!
    if (time > end) return false
    this.time = time
    const owner = this.#owner[0]!
    if (owner >= LANES) {
      const slot = owner - LANES
      this.kind = this.#slotKind[slot]!
      this.frame = this.#slotFrame[slot]!
      this.generation = this.#slotGeneration[slot]!
      this.#slotFrame[slot] = this.#freeSlot
      this.#freeSlot = slot
      this.#removeFirst()
    } else {
      const events = this.#lanes[owner]!
      const head = events.head
      this.kind = events.kind[head]!
      this.frame = events.frame[head]!
      this.generation = events.generation[head]!
      events.drop()
      while (events.length > 0 && this.#isDead(events.frame[events.head]!, events.generation[events.head]!))
        events.drop()
      if (events.length > 0) this.#sink(0, events.due[events.head]!, owner)
      else this.#removeFirst()
    }
    return true
  }

  /** Bytes that the pending events take, room included. */
  get bytes(): number {
    const lanes = this.#lanes.reduce((sum, { room }) => sum + room * Lane.BYTES, 0)
    return lanes + this.#due.length * 12 + this.#slotKind.length * 17
  }

  #push(time: number, owner: number): void {
    if (this.#size === this.#due.length) {
      this.#due = grown(this.#due, Float64Array)
      this.#owner = grown(this.#owner, Int32Array)
    }
    const due = this.#due
    const owners = this.#owner
    let place = this.#size
    this.#size += 1
    while (place > 0) {
      const parent = (place - 1) >> 2
      const above = due[parent]!
      if (above < time || (above === time && this.#sequenceOf(owners[parent]!) < this.#sequenceOf(owner))) break
      due[place] = above
      owners[place] = owners[parent]!
      place = parent
    }
    due[place] = time
    owners[place] = owner
  }

  #removeFirst(): void {
    this.#size -= 1
    const last = this.#size
    if (last > 0) this.#sink(0, this.#due[last]!, this.#owner[last]!)
  }

  /** Puts an event at `place` or, past all that come before it, further down. */
  #sink(from: number, time: number, owner: number): void {
    const due = this.#due
    const owners = this.#owner
    const size = this.#size
    let place = from
    for (;;) {
      const first = place * 4 + 1
      if (first >= size) break
      let least = first
      let leastDue = due[first]!
      const end = first + 4 < size ? first + 4 : size
      for (let child = first + 1; child < end; child += 1) {
        const childDue = due[child]!
        if (
          childDue < leastDue ||
          (childDue === leastDue && this.#sequenceOf(owners[child]!) < this.#sequenceOf(owners[least]!))
        ) {
          least = child
          leastDue = childDue
        }
      }
      if (leastDue > time || (leastDue === time && this.#sequenceOf(owners[least]!) > this.#sequenceOf(owner))) break
      due[place] = leastDue
      owners[place] = owners[least]!
      place = least
    }
    due[place] = time
    owners[place] = owner
  }

  #sequenceOf(owner: number): number {
    if (owner >= LANES) return this.#slotSequence[owner - LANES]!
    const events = this.#lanes[owner]!
    return events.sequence[events.head]!
  }

  #growSlots(): void {
    this.#slotSequence = grown(this.#slotSequence, Float64Array)
    this.#slotKind = grown(this.#slotKind, Uint8Array)
    this.#slotFrame = grown(this.#slotFrame, Int32Array)
    this.#slotGeneration = grown(this.#slotGeneration, Int32Array)
  }

  /** Takes out what is dead behind the first event; doubles the lane where that is not enough. */
  #makeRoom(events: Lane): void {
    if (events.keep(this.#isDead) * 2 > events.room) events.grow()
  }
}

/** A ring of events with growing times. */
class Lane {
  static readonly BYTES = 25
  readonly delay: number
  head = 0
  length = 0
  room = 16
  due = new Float64Array(16)
  sequence = new Float64Array(16)
  kind = new Uint8Array(16)
  frame = new Int32Array(16)
  generation = new Int32Array(16)

  constructor(delay: number) {
    this.delay = delay
  }

  add(due: number, sequence: number, kind: number, frame: number, generation: number): void {
    this.#set((this.head + this.length) & (this.room - 1), due, sequence, kind, frame, generation)
    this.length += 1
  }

  drop(): void {
    this.head = (this.head + 1) & (this.room - 1)
    this.length -= 1
  }

  /** Closes up the living ones; the first stays, since the heap knows its time. Tells how many there are. */
  keep(isDead: IsDead): number {
    const { head, length, room } = this
    let kept = Math.min(length, 1)
    for (let index = 1; index < length; index += 1) {
      const from = (head + index) & (room - 1)
      if (isDead(this.frame[from]!, this.generation[from]!)) continue
      this.#move(from, (head + kept) & (room - 1))
      kept += 1
    }
    this.length = kept
    return kept
  }

  grow(): void {
    const { head, length, room } = this
    const old = {
      due: this.due,
      sequence: this.sequence,
      kind: this.kind,
      frame: this.frame,
      generation: this.generation,
    }
    this.room = room * 2
    this.due = new Float64Array(this.room)
    this.sequence = new Float64Array(this.room)
    this.kind = new Uint8Array(this.room)
    this.frame = new Int32Array(this.room)
    this.generation = new Int32Array(this.room)
    for (let index = 0; index < length; index += 1) {
      const from = (head + index) & (room - 1)
      this.#set(index, old.due[from]!, old.sequence[from]!, old.kind[from]!, old.frame[from]!, old.generation[from]!)
    }
    this.head = 0
  }

  #move(from: number, to: number): void {
    this.#set(to, this.due[from]!, this.sequence[from]!, this.kind[from]!, this.frame[from]!, this.generation[from]!)
  }

  #set(place: number, due: number, sequence: number, kind: number, frame: number, generation: number): void {
    this.due[place] = due
    this.sequence[place] = sequence
    this.kind[place] = kind
    this.frame[place] = frame
    this.generation[place] = generation
  }
}

/** The same numbers with room for twice as many. */
export function grown<T extends Float64Array | Int32Array | Uint8Array | Uint16Array>(
  array: T,
  Kind: new (length: number) => T,
): T {
  const larger = new Kind(array.length * 2)
  larger.set(array as never)
  return larger
}
