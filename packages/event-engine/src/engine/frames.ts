import { grown, largerRoom } from './grown.ts'
import { KIND_BITS } from './lane.ts'
import { FRAME, MARKS } from './rows.ts'

export const NONE = -1

/** Where a frame is in its life. */
export const STATE = {
  free: 0,
  /** At the client, or on its way, or waiting for a call that it made. */
  underWay: 1,
  /** Waits for a place in a connection's pool. */
  pooled: 2,
  /** Waits in the queue of a station. */
  queued: 3,
  serving: 4,
  /** Dropped while it waited: the queue passes over it. */
  dropped: 5,
  /** Lost on the way, which its timeout will tell. */
  lost: 6,
} as const

export type State = (typeof STATE)[keyof typeof STATE]

/** What a frame is marked with. */
export const FLAG = {
  /** It is the request's own. */
  root: 1,
  /** Counted at its station; and has one of its slots. */
  atStation: 2,
  hasSlot: 4,
  /** Counted among the calls of the link it came by; has a place in its call's pool. */
  isOpen: 8,
  hasPlace: 16,
  /** The visit answered from its own store; or a cache that it asked did. */
  hit: 32,
  askedHit: 64,
  /** Waits for copies, one of which has failed; or: the call was never let through, so its breaker does not count it. */
  spoiled: 128,
  /** Waits for a call with its slot. */
  holds: 256,
} as const

/** The module's own, since the compiler takes those for literals, but looks imported ones up each time. */
const INTS = FRAME.width.ints
const FLOATS = FRAME.width.floats
const I = { ...FRAME.ints }
const D = { ...FRAME.floats }
const { state: STATE_BITS, requestClass: CLASS_BITS, reason: REASON_BITS, step: STEP_BITS } = MARKS
const ALL_FLAGS = (1 << STATE_BITS) - 1
const UNDER_WAY = STATE.underWay << STATE_BITS

const FIRST_ROOM = 256
/** An event has so many bits for the number of its frame, beside those for its kind and a sign. */
const MOST_FRAMES = 2 ** (31 - KIND_BITS)

/**
 * All requests and calls in flight, one frame each, by its number, in rows. A request's own frame stands for it at its client; each
 * call that it makes has one more, unless nothing about the call has to be remembered.
 */
export class Frames {
  ints = new Int32Array(FIRST_ROOM * INTS)
  /** The same rows, for their numbers that are not whole. */
  floats = new Float64Array(this.ints.buffer)
  /** By frame: tries before this one. Seldom more than 0, so they stand beside the rows. */
  #tries = new Int32Array(FIRST_ROOM)
  inUse = 0
  /** Numbers that were ever in use: frames from 0 to below it. */
  made = 0
  #free = NONE

  readonly isDead = (frame: number, generation: number): boolean =>
    frame >= 0 && this.ints[frame * INTS + I.generation]! !== generation

  /** A frame of nobody, under way, at step 0. */
  take(): number {
    let frame = this.#free
    if (frame === NONE) {
      frame = this.made
      this.made += 1
      if (frame * INTS === this.ints.length) this.#grow()
    } else {
      this.#free = this.ints[frame * INTS + I.next]!
    }
    this.inUse += 1
    const { ints } = this
    const at = frame * INTS
    ints[at + I.station] = NONE
    ints[at + I.marks] = UNDER_WAY
    ints[at + I.pending] = 0
    ints[at + I.parent] = NONE
    this.#tries[frame] = 0
    return frame
  }

  giveBack(frame: number): void {
    this.endLife(frame)
    this.ints[frame * INTS + I.marks] = STATE.free
    this.ints[frame * INTS + I.next] = this.#free
    this.#free = frame
    this.inUse -= 1
  }

  /** What is pending for it no longer matters. */
  endLife(frame: number): void {
    const at = frame * INTS + I.generation
    this.ints[at] = (this.ints[at]! + 1) | 0
  }

  /** Gives `to` all that `from` is, but its own life. */
  copy(from: number, to: number): void {
    const generation = this.generationOf(to)
    this.ints.copyWithin(to * INTS, from * INTS, (from + 1) * INTS)
    this.ints[to * INTS + I.generation] = generation
    this.#tries[to] = this.#tries[from]!
  }

  generationOf(frame: number): number {
    return this.ints[frame * INTS + I.generation]!
  }

  has(frame: number, flags: number): boolean {
    return (this.ints[frame * INTS + I.marks]! & flags) !== 0
  }

  mark(frame: number, flags: number): void {
    this.ints[frame * INTS + I.marks]! |= flags
  }

  unmark(frame: number, flags: number): void {
    this.ints[frame * INTS + I.marks]! &= ~flags
  }

  /** Takes all other flags away. */
  keepOnly(frame: number, flags: number): void {
    this.ints[frame * INTS + I.marks]! &= flags | ~ALL_FLAGS
  }

  stateOf(frame: number): State {
    return ((this.ints[frame * INTS + I.marks]! >> STATE_BITS) & 7) as State
  }

  setState(frame: number, state: State): void {
    const at = frame * INTS + I.marks
    this.ints[at] = (this.ints[at]! & ~(7 << STATE_BITS)) | (state << STATE_BITS)
  }

  classOf(frame: number): number {
    return (this.ints[frame * INTS + I.marks]! >> CLASS_BITS) & 3
  }

  setClass(frame: number, requestClass: number): void {
    const at = frame * INTS + I.marks
    this.ints[at] = (this.ints[at]! & ~(3 << CLASS_BITS)) | (requestClass << CLASS_BITS)
  }

  /** Why it has failed, or one of its copies: position in the run's reasons. */
  reasonOf(frame: number): number {
    return (this.ints[frame * INTS + I.marks]! >> REASON_BITS) & 0xff
  }

  setReason(frame: number, reason: number): void {
    const at = frame * INTS + I.marks
    this.ints[at] = (this.ints[at]! & ~(0xff << REASON_BITS)) | (reason << REASON_BITS)
  }

  stepOf(frame: number): number {
    return this.ints[frame * INTS + I.marks]! >>> STEP_BITS
  }

  setStep(frame: number, step: number): void {
    const at = frame * INTS + I.marks
    this.ints[at] = (this.ints[at]! & ((1 << STEP_BITS) - 1)) | (step << STEP_BITS)
  }

  triesOf(frame: number): number {
    return this.#tries[frame]!
  }

  setTries(frame: number, tries: number): void {
    this.#tries[frame] = tries
  }

  /** Copies that are not done. */
  pendingOf(frame: number): number {
    return this.ints[frame * INTS + I.pending]!
  }

  setPending(frame: number, pending: number): void {
    this.ints[frame * INTS + I.pending] = pending
  }

  /** Outages of its station that its service has paid for: one that is served waits for no copies. */
  outagesOf(frame: number): number {
    return this.pendingOf(frame)
  }

  setOutages(frame: number, outages: number): void {
    this.setPending(frame, outages)
  }

  /** Who waits for it; NONE where nobody does, or no longer. */
  callerOf(frame: number): number {
    const parent = this.ints[frame * INTS + I.parent]!
    if (parent === NONE) return NONE
    return this.ints[parent * INTS + I.generation] === this.ints[frame * INTS + I.parentGeneration] ? parent : NONE
  }

  setCaller(frame: number, caller: number): void {
    this.ints[frame * INTS + I.parent] = caller
    if (caller !== NONE) this.ints[frame * INTS + I.parentGeneration] = this.generationOf(caller)
  }

  stationOf(frame: number): number {
    return this.ints[frame * INTS + I.station]!
  }

  setStation(frame: number, station: number): void {
    this.ints[frame * INTS + I.station] = station
  }

  linkOf(frame: number): number {
    return this.ints[frame * INTS + I.link]!
  }

  setLink(frame: number, link: number): void {
    this.ints[frame * INTS + I.link] = link
  }

  callLinkOf(frame: number): number {
    return this.ints[frame * INTS + I.callLink]!
  }

  setCallLink(frame: number, link: number): void {
    this.ints[frame * INTS + I.callLink] = link
  }

  nextOf(frame: number): number {
    return this.ints[frame * INTS + I.next]!
  }

  setNext(frame: number, next: number): void {
    this.ints[frame * INTS + I.next] = next
  }

  userOf(frame: number): number {
    return this.ints[frame * INTS + I.user]!
  }

  setUser(frame: number, user: number): void {
    this.ints[frame * INTS + I.user] = user
  }

  serialOf(frame: number): number {
    return this.ints[frame * INTS + I.serial]!
  }

  setSerial(frame: number, serial: number): void {
    this.ints[frame * INTS + I.serial] = serial
  }

  calledAtOf(frame: number): number {
    return this.floats[frame * FLOATS + D.calledAt]!
  }

  setCalledAt(frame: number, time: number): void {
    this.floats[frame * FLOATS + D.calledAt] = time
  }

  arrivedAtOf(frame: number): number {
    return this.floats[frame * FLOATS + D.arrivedAt]!
  }

  setArrivedAt(frame: number, time: number): void {
    this.floats[frame * FLOATS + D.arrivedAt] = time
  }

  startedAtOf(frame: number): number {
    return this.floats[frame * FLOATS + D.startedAt]!
  }

  setStartedAt(frame: number, time: number): void {
    this.floats[frame * FLOATS + D.startedAt] = time
  }

  #grow(): void {
    if (largerRoom(this.made) > MOST_FRAMES) throw new Error('Too many requests and calls are in flight at once.')
    this.ints = grown(this.ints, Int32Array, INTS)
    this.floats = new Float64Array(this.ints.buffer)
    this.#tries = grown(this.#tries, Int32Array)
  }
}
