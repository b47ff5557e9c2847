import { CalendarQueue } from './calendar-queue.ts'
import { EventHeap, type EventOrder } from './event-heap.ts'
import { KIND_BITS as BITS, type EventLives, FixedDelayFifo, type PackedEvent, recordOf } from './fixed-delay-fifo.ts'
import { grown } from './grown.ts'

/*
 * Pending events in the order of (time, sequence), in three stages: the next few in a short sorted list, the others in a heap, and
 * when there are very many, the later ones in a calendar queue. Events with a common fixed delay are in a FIFO per delay; only
 * the first event of a FIFO is in the list, the heap or the calendar.
 */

/** A local copy: the compiler inlines constants of the same module, but loads imported ones each time. */
const KIND_BITS = BITS
const KIND_MASK = 2 ** KIND_BITS - 1
/** Most FIFOs; events with further fixed delays are scheduled one by one. */
const MOST_FIFOS = 4096
const FIRST_ROOM = 64
/** Capacity of the sorted list; when it is full, the later half moves to the heap. */
const LIST_CAPACITY = 64
/** Events in the heap from which on those of later days move to the calendar queue. */
const HEAP_CAPACITY = 16
/** In ms: where more than half are due earlier than that, no days are laid out. */
const LEAST_MEAN = 1e-9
/** A full FIFO grows if more than this share of its events is alive; else removing the dead ones is enough. */
const MOST_ALIVE_SHARE = 0.5
/** Events that a run can schedule. The margin below 2^31 lets the run check it only now and then. */
const MOST_EVENTS = 2e9
/** Integers per entry. */
const WIDTH = 3

export class PendingEvents implements EventOrder {
  /** The event that `next` removed. */
  time = 0
  kind = 0
  record = 0
  generation = 0
  /** Of the next event; it wraps, and is compared by difference: right for events less than 2^31 apart. */
  #sequence: number

  /** Time of the event being added. An array element, since passing a float as an argument may allocate. */
  readonly when = [0.5]

  /** The sorted list, first event last. Plain arrays: typed ones are slower, since they are checked for a detached buffer. */
  readonly #due = Array.from({ length: LIST_CAPACITY }, () => 0.5)
  /** Owner of an event: a FIFO below MOST_FIFOS, else its entry + MOST_FIFOS. */
  readonly #owner = Array.from({ length: LIST_CAPACITY }, () => 0)
  #listed = 0
  readonly #calendar = new CalendarQueue()
  readonly #heap = new EventHeap(this)

  /** Entries: the sequence, the packed record and kind, and the generation; a free one has the next free one instead. */
  #entries = new Int32Array(FIRST_ROOM * WIDTH)
  #freeEntry = -1
  #entryCount = 0

  readonly #fifos: FixedDelayFifo[] = []
  readonly #fifoOf = new Map<number, number>()
  readonly #lives: EventLives
  /** The sequence when the calendar was last laid out, and how many events were distributed then. */
  #laidOutAt: number
  #distributed = 0

  constructor(lives: EventLives, firstSequence = 0) {
    this.#lives = lives
    this.#sequence = firstSequence | 0
    this.#laidOutAt = this.#sequence
  }

  /** Whether so many events were scheduled that the next sequence could be ambiguous. */
  get isExhausted(): boolean {
    return this.#sequence < 0 || this.#sequence > MOST_EVENTS
  }

  /** The FIFO for a fixed delay; -1 if there are too many already. */
  fifoOf(delay: number): number {
    const known = this.#fifoOf.get(delay)
    if (known !== undefined) return known
    if (this.#fifos.length === MOST_FIFOS || !Number.isFinite(delay)) return -1
    this.#fifos.push(new FixedDelayFifo(delay))
    this.#fifoOf.set(delay, this.#fifos.length - 1)
    return this.#fifos.length - 1
  }

  /** Schedules an event at `time`, which is not before the last one removed. */
  at(time: number, kind: number, record: number, generation: number): void {
    this.when[0] = time
    this.add(kind, record, generation)
  }

  /** As `at`, with the time in `when`. */
  add(kind: number, record: number, generation: number): void {
    let entry = this.#freeEntry
    if (entry < 0) {
      entry = this.#entryCount
      this.#entryCount += 1
      if (entry * WIDTH === this.#entries.length) this.#entries = grown(this.#entries, Int32Array, WIDTH)
    } else {
      this.#freeEntry = this.#entries[entry * WIDTH]!
    }
    const numbers = this.#entries
    const at = entry * WIDTH
    numbers[at] = this.#sequence
    numbers[at + 1] = (record << KIND_BITS) | kind
    numbers[at + 2] = generation
    this.#sequence = (this.#sequence + 1) | 0
    this.#add(entry + MOST_FIFOS)
    if (this.#heap.size > HEAP_CAPACITY) this.#relieveHeap()
  }

  /** Schedules an event with the delay of a FIFO, from the time of the last one removed. */
  after(fifo: number, kind: number, record: number, generation: number): void {
    const events = this.#fifos[fifo]!
    if (events.length === events.room) this.#makeRoom(events)
    events.add(this.time, this.#sequence, (record << KIND_BITS) | kind, generation)
    this.#sequence = (this.#sequence + 1) | 0
    if (events.length > 1) return
    this.when[0] = events.due
    this.#add(fifo)
  }

  /** Removes the first event if it is due by `end`. Returns whether there was one. */
  next(end: number): boolean {
    if (this.#listed === 0 && !this.#fetch()) return false
    const first = this.#listed - 1
    const time = this.#due[first]!
    if (time > end) return false
    this.time = time
    this.#listed = first
    const owner = this.#owner[first]!
    if (owner >= MOST_FIFOS) {
      const numbers = this.#entries
      const entry = owner - MOST_FIFOS
      const at = entry * WIDTH
      const what = numbers[at + 1]!
      this.kind = what & KIND_MASK
      this.record = what >> KIND_BITS
      this.generation = numbers[at + 2]!
      numbers[at] = this.#freeEntry
      this.#freeEntry = entry
      return true
    }
    const events = this.#fifos[owner]!
    const { what } = events
    this.kind = what & KIND_MASK
    this.record = what >> KIND_BITS
    this.generation = events.generation
    events.drop()
    while (events.length > 0 && this.#lives.isDead(recordOf(events.what), events.generation)) events.drop()
    if (events.length > 0) {
      this.when[0] = events.due
      this.#add(owner)
    }
    return true
  }

  /** When events of a kind are due, by their records, each as often as it has one. In time linear in all pending events. */
  duesOf(kind: number): ReadonlyMap<number, readonly number[]> {
    const listed = Array.from({ length: this.#listed }, (_, at) => ({ time: this.#due[at]!, owner: this.#owner[at]! }))
    const single = [...listed, ...this.#heap.list(), ...this.#calendar.list()].filter(
      ({ owner }) => owner >= MOST_FIFOS,
    )
    const events = single.map(({ time, owner }): PackedEvent => {
      const at = (owner - MOST_FIFOS) * WIDTH
      return { time, what: this.#entries[at + 1]!, generation: this.#entries[at + 2]! }
    })
    const dues = new Map<number, number[]>()
    for (const { time, what, generation } of [...events, ...this.#fifos.flatMap((fifo) => fifo.list())]) {
      const record = recordOf(what)
      if ((what & KIND_MASK) !== kind || this.#lives.isDead(record, generation)) continue
      dues.set(record, [...(dues.get(record) ?? []), time])
    }
    return dues
  }

  /** Bytes allocated for pending events. */
  get bytes(): number {
    const fifos = this.#fifos.reduce((sum, { room }) => sum + room * FixedDelayFifo.BYTES, 0)
    return fifos + LIST_CAPACITY * 12 + this.#heap.bytes + this.#calendar.bytes + this.#entries.length * 4
  }

  #add(owner: number): void {
    const due = this.#due
    const time = this.when[0]!
    if (this.#calendar.isLater(time)) {
      this.#calendar.add(time, owner)
      return
    }
    if (this.#heap.size > 0 && !this.#isBeforeHeap(time, owner)) {
      this.#heap.add(time, owner)
      return
    }
    if (this.#listed === LIST_CAPACITY) {
      // It may belong after those that move.
      this.#spill()
      this.#add(owner)
      return
    }
    const owners = this.#owner
    let position = this.#listed
    this.#listed = position + 1
    for (; position > 0; position -= 1) {
      const before = due[position - 1]!
      if (before > time || (before === time && this.isSooner(owner, owners[position - 1]!))) break
      due[position] = before
      owners[position] = owners[position - 1]!
    }
    due[position] = time
    owners[position] = owner
  }

  #isBeforeHeap(time: number, owner: number): boolean {
    const first = this.#heap.firstDue
    return time < first || (time === first && this.isSooner(owner, this.#heap.firstOwner))
  }

  /** Moves the later half of the list to the heap. */
  #spill(): void {
    const half = LIST_CAPACITY / 2
    for (let position = 0; position < half; position += 1) this.#heap.add(this.#due[position]!, this.#owner[position]!)
    this.#due.copyWithin(0, half, LIST_CAPACITY)
    this.#owner.copyWithin(0, half)
    this.#listed -= half
  }

  /** Lays the calendar out anew, but not before as many events have come since the last time as were distributed then. */
  #relieveHeap(): void {
    if (((this.#sequence - this.#laidOutAt) | 0) >= this.#distributed) this.#layOutDays()
  }

  /** Lays the calendar out anew for all events outside the list, and distributes them over heap and calendar. */
  #layOutDays(): void {
    const pending = [...this.#calendar.drain(), ...this.#heap.drain()]
    this.#laidOutAt = this.#sequence
    this.#distributed = pending.length
    const meanMs = 2 * medianOf(sampleOf(pending).map(({ time }) => time - this.time))
    const last = this.#listed > 0 ? this.#due[0]! : this.time
    if (meanMs > LEAST_MEAN && meanMs < Number.POSITIVE_INFINITY)
      this.#calendar.layOut(this.time, { events: pending.length, meanMs, last })
    for (const { time, owner } of pending) {
      if (this.#calendar.isLater(time)) this.#calendar.add(time, owner)
      else this.#heap.add(time, owner)
    }
  }

  /** Moves the events of the next non-empty day into the list. Returns whether there were any. */
  #openDay(): boolean {
    const calendar = this.#calendar
    if (!calendar.open()) return false
    for (let owner = calendar.take(); owner >= 0; owner = calendar.take()) {
      this.when[0] = calendar.dueOf(owner)
      this.#add(owner)
    }
    return true
  }

  /** Refills the empty list from the heap, or from the next day. Returns whether there were any. */
  #fetch(): boolean {
    if (this.#heap.size === 0 && this.#calendar.isOutgrown) this.#layOutDays()
    if (this.#heap.size === 0) return this.#openDay()
    const count = Math.min(this.#heap.size, LIST_CAPACITY / 2)
    for (let position = count - 1; position >= 0; position -= 1) {
      this.#due[position] = this.#heap.firstDue
      this.#owner[position] = this.#heap.firstOwner
      this.#heap.removeFirst()
    }
    this.#listed = count
    return count > 0
  }

  /** Whether the event of one owner was scheduled before that of another. */
  isSooner(owner: number, other: number): boolean {
    return ((this.#sequenceOf(owner) - this.#sequenceOf(other)) | 0) < 0
  }

  #sequenceOf(owner: number): number {
    if (owner >= MOST_FIFOS) return this.#entries[(owner - MOST_FIFOS) * WIDTH]!
    return this.#fifos[owner]!.sequence
  }

  /** Removes dead events; enlarges the FIFO where that is not enough. */
  #makeRoom(events: FixedDelayFifo): void {
    if (events.keep(this.#lives) > events.room * MOST_ALIVE_SHARE) events.grow()
  }
}

const SAMPLE = 255

/** Some of many, evenly spread over them. */
function sampleOf<T>(all: readonly T[]): readonly T[] {
  const step = Math.ceil(all.length / SAMPLE)
  return step <= 1 ? all : all.filter((_, index) => index % step === 0)
}

/** A few that are far off say nothing of when the others are due, which a mean would. */
const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
