import { grown } from './grown.ts'

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

const FIRST_ROOM = 256
const MOST_NARROW = 0x8000

type Positions = Int16Array<ArrayBuffer> | Int32Array<ArrayBuffer>

/**
 * All requests and calls in flight, one frame each, by its number, in typed arrays. A request's own frame stands for it at its
 * client; each call that it makes has one more, unless nothing about the call has to be remembered.
 */
export class Frames {
  /** Grows each time a number is given back, so that events of an earlier life are known as dead. */
  generation = new Int32Array(FIRST_ROOM)
  state = new Uint8Array(FIRST_ROOM)
  /** Who waits for it, in which life; NONE where nobody does. */
  parent = new Int32Array(FIRST_ROOM)
  parentGeneration = new Int32Array(FIRST_ROOM)
  /** Positions of parts: half as wide where the model has few. */
  node: Positions
  station: Positions
  /** The link it came by last, and the one whose call it is. */
  link: Positions
  callLink: Positions
  /** Next in a queue; next free one. */
  next = new Int32Array(FIRST_ROOM)
  user = new Int32Array(FIRST_ROOM)
  /** Of the request, in the order of their beginnings. */
  serial = new Int32Array(FIRST_ROOM)
  calledAt = new Float64Array(FIRST_ROOM)
  arrivedAt = new Float64Array(FIRST_ROOM)
  /** When its service began; at a shared station: how much service it needs, ms. */
  startedAt = new Float64Array(FIRST_ROOM)
  requestClass = new Uint8Array(FIRST_ROOM)
  step = new Uint8Array(FIRST_ROOM)
  /** Tries of its call before this one. */
  tries = new Uint16Array(FIRST_ROOM)
  flags = new Uint8Array(FIRST_ROOM)
  /** Copies that are not done. */
  pending = new Uint16Array(FIRST_ROOM)
  /** Outages of its station that its service has paid for. */
  outages = new Uint16Array(FIRST_ROOM)
  /** Of the failed copy, position in REASONS. */
  reason = new Uint8Array(FIRST_ROOM)

  readonly #Positions: new (
    length: number,
  ) => Positions
  inUse = 0
  #free = NONE
  #made = 0

  /** For a model of lists that are no longer than `parts`. */
  constructor(parts: number) {
    const Positions = parts < MOST_NARROW ? Int16Array : Int32Array
    this.#Positions = Positions
    this.node = new Positions(FIRST_ROOM)
    this.station = new Positions(FIRST_ROOM)
    this.link = new Positions(FIRST_ROOM)
    this.callLink = new Positions(FIRST_ROOM)
  }

  readonly isDead = (frame: number, generation: number): boolean => frame >= 0 && this.generation[frame]! !== generation

  /** A frame of nobody, under way, at step 0. */
  take(): number {
    let frame = this.#free
    if (frame === NONE) {
      frame = this.#made
      this.#made += 1
      if (frame === this.state.length) this.#grow()
    } else {
      this.#free = this.next[frame]!
    }
    this.inUse += 1
    this.state[frame] = STATE.underWay
    this.parent[frame] = NONE
    this.station[frame] = NONE
    this.step[frame] = 0
    this.tries[frame] = 0
    this.flags[frame] = 0
    return frame
  }

  giveBack(frame: number): void {
    this.generation[frame] = (this.generation[frame]! + 1) | 0
    this.state[frame] = STATE.free
    this.next[frame] = this.#free
    this.#free = frame
    this.inUse -= 1
  }

  /** Gives `to` all that `from` is, but its own life. */
  copy(from: number, to: number): void {
    for (const field of [this.parent, this.parentGeneration, this.node, this.station, this.link, this.callLink])
      field[to] = field[from]!
    for (const field of [this.user, this.serial, this.calledAt, this.arrivedAt, this.startedAt])
      field[to] = field[from]!
    for (const field of [this.requestClass, this.step, this.tries, this.flags, this.pending, this.outages, this.reason])
      field[to] = field[from]!
  }

  /** Numbers that were ever in use: frames from 0 to below it. */
  get made(): number {
    return this.#made
  }

  /** Bytes of all arrays, room included. */
  get bytes(): number {
    return this.state.length * (BYTES + 4 * this.node.BYTES_PER_ELEMENT)
  }

  #grow(): void {
    this.generation = grown(this.generation, Int32Array)
    this.state = grown(this.state, Uint8Array)
    this.parent = grown(this.parent, Int32Array)
    this.parentGeneration = grown(this.parentGeneration, Int32Array)
    this.node = grown(this.node, this.#Positions)
    this.station = grown(this.station, this.#Positions)
    this.link = grown(this.link, this.#Positions)
    this.callLink = grown(this.callLink, this.#Positions)
    this.next = grown(this.next, Int32Array)
    this.user = grown(this.user, Int32Array)
    this.serial = grown(this.serial, Int32Array)
    this.calledAt = grown(this.calledAt, Float64Array)
    this.arrivedAt = grown(this.arrivedAt, Float64Array)
    this.startedAt = grown(this.startedAt, Float64Array)
    this.requestClass = grown(this.requestClass, Uint8Array)
    this.step = grown(this.step, Uint8Array)
    this.tries = grown(this.tries, Uint16Array)
    this.flags = grown(this.flags, Uint8Array)
    this.pending = grown(this.pending, Uint16Array)
    this.outages = grown(this.outages, Uint16Array)
    this.reason = grown(this.reason, Uint8Array)
  }
}

/** Of one frame without its positions: six numbers of 4 bytes, three of 8, three of 2, five of 1. */
const BYTES = 6 * 4 + 3 * 8 + 3 * 2 + 5
