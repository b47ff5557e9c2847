import { CALL_RECORD, MARKS } from './call-record-row.ts'
import { KIND_BITS } from './fixed-delay-fifo.ts'
import { grown, largerRoom } from './grown.ts'

export const NONE = -1
/** In place of a record's caller: it has given up waiting, and the call has become a message. */
const GIVEN_UP = -2

/** The state of a call record. */
export const STATE = {
  free: 0,
  /** At the client, crossing a link, or waiting for a call that it made. */
  underWay: 1,
  /** Waits for a slot in a connection pool. */
  pooled: 2,
  /** Waits in the queue of a station. */
  queued: 3,
  serving: 4,
  /** Dropped while it waited: the queue skips it. */
  dropped: 5,
  /** Lost on its link; its timeout will end it. */
  lost: 6,
  /** Waits for the line of its link until `arrivedAt`, or has got it since. */
  inLine: 7,
} as const

export type State = (typeof STATE)[keyof typeof STATE]

/** Flags of a call record. */
export const FLAG = {
  /** The request itself, at its client. */
  root: 1,
  /** Counted at its station; holds one of its slots. */
  atStation: 2,
  hasSlot: 4,
  /** Counted among the open calls of its link; holds a slot of its call's pool. */
  isOpen: 8,
  hasPoolSlot: 16,
  /** The visit had a cache hit; a cache that it asked had one. */
  hit: 32,
  askedHit: 64,
  /** Waits for copies, one of which has failed. */
  copyFailed: 128,
  /** The same bit of a call that is not sent: its breaker refused it, so that it does not count. */
  notCounted: 128,
  /** Holds its slot while it waits for a call. */
  holds: 256,
  /** A message: nobody waits for its end, only perhaps for its acknowledgement. */
  message: 512,
} as const

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const INTS = CALL_RECORD.width.ints
const FLOATS = CALL_RECORD.width.floats
const I = { ...CALL_RECORD.ints }
const D = { ...CALL_RECORD.floats }
const { state: STATE_BITS, requestClass: CLASS_BITS, reason: REASON_BITS, step: STEP_BITS } = MARKS
const ALL_FLAGS = (1 << STATE_BITS) - 1
const UNDER_WAY = STATE.underWay << STATE_BITS

const FIRST_ROOM = 256
/** A pending event packs the number of its record and its kind into 32 bits, one of them for the sign. */
const MOST_RECORDS = 2 ** (31 - KIND_BITS)

/**
 * Call records of all requests and calls in flight, as rows of typed arrays. A request has a root record at its client; each call
 * that it makes has one more, unless nothing about the call has to be remembered.
 */
export class CallRecords {
  ints: Int32Array<ArrayBuffer>
  /** The same rows, read as floats. */
  floats: Float64Array<ArrayBuffer>
  /** By record: tries before this one. Rarely above 0, so they are kept out of the rows. */
  #tries = new Int32Array(FIRST_ROOM)
  /** By record: when its message was published. Written for messages only. */
  #publishedAt = new Float64Array(FIRST_ROOM)
  /** By record: when its broker first got its message; Infinity: it has not. Written for messages only. */
  #keptSince = new Float64Array(FIRST_ROOM)
  inUse = 0
  /** Records ever used: numbers 0 to `made` - 1. */
  made = 0
  #free = NONE

  /** Assigned, not initialized: V8 would take the first rows for constants, and compile all that reads them anew when they grow. */
  constructor() {
    this.ints = new Int32Array(FIRST_ROOM * INTS)
    this.floats = new Float64Array(this.ints.buffer)
  }

  isDead(record: number, generation: number): boolean {
    return record >= 0 && this.ints[record * INTS + I.generation]! !== generation
  }

  /** A record without a caller, under way, at step 0. */
  take(): number {
    let record = this.#free
    if (record === NONE) {
      record = this.made
      this.made += 1
      if (record * INTS === this.ints.length) this.#grow()
    } else {
      this.#free = this.ints[record * INTS + I.next]!
    }
    this.inUse += 1
    const { ints } = this
    const at = record * INTS
    ints[at + I.station] = NONE
    ints[at + I.marks] = UNDER_WAY
    ints[at + I.pending] = 0
    ints[at + I.parent] = NONE
    this.#tries[record] = 0
    return record
  }

  giveBack(record: number): void {
    this.endLife(record)
    this.ints[record * INTS + I.marks] = STATE.free
    this.ints[record * INTS + I.next] = this.#free
    this.#free = record
    this.inUse -= 1
  }

  /** Invalidates its pending events. */
  endLife(record: number): void {
    const at = record * INTS + I.generation
    this.ints[at] = (this.ints[at]! + 1) | 0
  }

  /** Copies all fields but the generation. */
  copy(from: number, to: number): void {
    const generation = this.generationOf(to)
    this.ints.copyWithin(to * INTS, from * INTS, (from + 1) * INTS)
    this.ints[to * INTS + I.generation] = generation
    this.#tries[to] = this.#tries[from]!
    this.#publishedAt[to] = this.#publishedAt[from]!
    this.#keptSince[to] = this.#keptSince[from]!
  }

  generationOf(record: number): number {
    return this.ints[record * INTS + I.generation]!
  }

  has(record: number, flags: number): boolean {
    return (this.ints[record * INTS + I.marks]! & flags) !== 0
  }

  mark(record: number, flags: number): void {
    this.ints[record * INTS + I.marks]! |= flags
  }

  unmark(record: number, flags: number): void {
    this.ints[record * INTS + I.marks]! &= ~flags
  }

  /** Clears all other flags. */
  keepOnly(record: number, flags: number): void {
    this.ints[record * INTS + I.marks]! &= flags | ~ALL_FLAGS
  }

  stateOf(record: number): State {
    return ((this.ints[record * INTS + I.marks]! >> STATE_BITS) & 7) as State
  }

  setState(record: number, state: State): void {
    const at = record * INTS + I.marks
    this.ints[at] = (this.ints[at]! & ~(7 << STATE_BITS)) | (state << STATE_BITS)
  }

  classOf(record: number): number {
    return (this.ints[record * INTS + I.marks]! >> CLASS_BITS) & 3
  }

  setClass(record: number, requestClass: number): void {
    const at = record * INTS + I.marks
    this.ints[at] = (this.ints[at]! & ~(3 << CLASS_BITS)) | (requestClass << CLASS_BITS)
  }

  /** Why it, or one of its copies, has failed: index into the run's reasons. */
  reasonOf(record: number): number {
    return (this.ints[record * INTS + I.marks]! >> REASON_BITS) & 0xff
  }

  /** Told of each failure on the way of a request, where somebody watches. */
  onFailure: ((record: number, reason: number) => void) | null = null

  setReason(record: number, reason: number): void {
    this.onFailure?.(record, reason)
    const at = record * INTS + I.marks
    this.ints[at] = (this.ints[at]! & ~(0xff << REASON_BITS)) | (reason << REASON_BITS)
  }

  stepOf(record: number): number {
    return this.ints[record * INTS + I.marks]! >>> STEP_BITS
  }

  setStep(record: number, step: number): void {
    const at = record * INTS + I.marks
    this.ints[at] = (this.ints[at]! & ((1 << STEP_BITS) - 1)) | (step << STEP_BITS)
  }

  triesOf(record: number): number {
    return this.#tries[record]!
  }

  setTries(record: number, tries: number): void {
    this.#tries[record] = tries
  }

  /** Copies that are not done. */
  pendingOf(record: number): number {
    return this.ints[record * INTS + I.pending]!
  }

  setPending(record: number, pending: number): void {
    this.ints[record * INTS + I.pending] = pending
  }

  /** Links of its step, round from the first that was tried, up to that of its call. Shares a field with `pending`, below 0: it waits for no copies. */
  passedOf(record: number): number {
    return Math.max(0, -this.pendingOf(record))
  }

  setPassed(record: number, passed: number): void {
    this.setPending(record, -passed)
  }

  /** Outages of its station that its service has made up for. Shares a field with `pending`: a record in service waits for no copies. */
  outagesOf(record: number): number {
    return this.pendingOf(record)
  }

  setOutages(record: number, outages: number): void {
    this.setPending(record, outages)
  }

  /** The record that waits for it; NONE where none does, or no longer. */
  callerOf(record: number): number {
    const parent = this.ints[record * INTS + I.parent]!
    if (parent < 0) return NONE
    return this.ints[parent * INTS + I.generation] === this.ints[record * INTS + I.parentGeneration] ? parent : NONE
  }

  /** Whether some record waited for it until its end, even if that record is gone by now. */
  hadCaller(record: number): boolean {
    return this.ints[record * INTS + I.parent]! >= 0
  }

  wasGivenUp(record: number): boolean {
    return this.ints[record * INTS + I.parent]! === GIVEN_UP
  }

  setGivenUp(record: number): void {
    this.ints[record * INTS + I.parent] = GIVEN_UP
  }

  setCaller(record: number, caller: number): void {
    this.ints[record * INTS + I.parent] = caller
    if (caller !== NONE) this.ints[record * INTS + I.parentGeneration] = this.generationOf(caller)
  }

  stationOf(record: number): number {
    return this.ints[record * INTS + I.station]!
  }

  setStation(record: number, station: number): void {
    this.ints[record * INTS + I.station] = station
  }

  linkOf(record: number): number {
    return this.ints[record * INTS + I.link]!
  }

  setLink(record: number, link: number): void {
    this.ints[record * INTS + I.link] = link
  }

  callLinkOf(record: number): number {
    return this.ints[record * INTS + I.callLink]!
  }

  setCallLink(record: number, link: number): void {
    this.ints[record * INTS + I.callLink] = link
  }

  nextOf(record: number): number {
    return this.ints[record * INTS + I.next]!
  }

  setNext(record: number, next: number): void {
    this.ints[record * INTS + I.next] = next
  }

  userOf(record: number): number {
    return this.ints[record * INTS + I.user]!
  }

  setUser(record: number, user: number): void {
    this.ints[record * INTS + I.user] = user
  }

  serialOf(record: number): number {
    return this.ints[record * INTS + I.serial]!
  }

  setSerial(record: number, serial: number): void {
    this.ints[record * INTS + I.serial] = serial
  }

  calledAtOf(record: number): number {
    return this.floats[record * FLOATS + D.calledAt]!
  }

  setCalledAt(record: number, time: number): void {
    this.floats[record * FLOATS + D.calledAt] = time
  }

  arrivedAtOf(record: number): number {
    return this.floats[record * FLOATS + D.arrivedAt]!
  }

  setArrivedAt(record: number, time: number): void {
    this.floats[record * FLOATS + D.arrivedAt] = time
  }

  startedAtOf(record: number): number {
    return this.floats[record * FLOATS + D.startedAt]!
  }

  setStartedAt(record: number, time: number): void {
    this.floats[record * FLOATS + D.startedAt] = time
  }

  publishedAtOf(record: number): number {
    return this.#publishedAt[record]!
  }

  setPublishedAt(record: number, time: number): void {
    this.#publishedAt[record] = time
  }

  keptSinceOf(record: number): number {
    return this.#keptSince[record]!
  }

  setKeptSince(record: number, time: number): void {
    this.#keptSince[record] = time
  }

  #grow(): void {
    if (largerRoom(this.made) > MOST_RECORDS) throw new Error('Too many requests and calls are in flight at once.')
    this.ints = grown(this.ints, Int32Array, INTS)
    this.floats = new Float64Array(this.ints.buffer)
    this.#tries = grown(this.#tries, Int32Array)
    this.#publishedAt = grown(this.#publishedAt, Float64Array)
    this.#keptSince = grown(this.#keptSince, Float64Array)
  }
}
