/*
 * The numbers that change at each visit, in rows: whole numbers and others of a frame, a station or a link stand side by side, those
 * that a visit touches first. So a visit to one of ten thousand stations waits for memory a few times only.
 */

/** Rows of equal length for so many parts, all zero. */
export class Rows {
  readonly ints: Int32Array<ArrayBuffer>
  readonly floats: Float64Array<ArrayBuffer>

  constructor(count: number, { ints }: { readonly ints: number }) {
    this.ints = new Int32Array(count * ints)
    this.floats = new Float64Array(this.ints.buffer)
  }
}

/** Columns of a frame: a row of 64 bytes. */
export const FRAME = {
  width: { ints: 16, floats: 8 },
  ints: {
    /** Next in a queue, next free one: in the place of a time that only those have that are served. */
    next: 2,
    /** Grows each time a number is given back, so that events of an earlier life are known as dead. */
    generation: 4,
    station: 5,
    /** The link it came by last; NONE: a request that is at its client still. */
    link: 6,
    /** Flags, state, class, reason and step, by their bits: see MARKS. */
    marks: 7,
    /** Two numbers of 16 bits: above, tries before this one; below, copies that are not done, or outages that were paid for. */
    counts: 10,
    /** The link whose call it is; of a request's own frame, its client. */
    callLink: 11,
    /** Who waits for it, in which life; NONE where nobody does. */
    parent: 12,
    parentGeneration: 13,
    user: 14,
    /** Of the request, in the order of their beginnings. */
    serial: 15,
  },
  floats: {
    arrivedAt: 0,
    /** When its service began; at a shared station: how much service it needs, ms. */
    startedAt: 1,
    calledAt: 4,
  },
} as const

/** Where the parts of a frame's marks begin; the flags are the lowest. */
export const MARKS = { state: 9, requestClass: 12, reason: 14, step: 22 } as const

/** Columns of a station. Those by class stand in a block for each: for the class c, c times the width of a block further on. */
export const STATION = {
  width: { ints: 64, floats: 32 },
  block: { ints: 8, floats: 4 },
  ints: {
    /** Counts of the levels. */
    busy: 8,
    queued: 9,
    mostInSystem: 10,
    arrived: 11,
    completed: 12,
    started: 13,
    /** The queue's first frame. */
    head: 14,
    serviceStream: 15,
    /** How visits are served on the express path: one of SERVICE. */
    service: 18,
    hitStream: 19,
    /** By class: the lane of a service time that is always the same. */
    lane: 24,
    /** By class: the link that visits leave by on the express path, or one of AFTERWARDS. */
    afterwards: 25,
    /** By class: whether a hit makes that needless (1). */
    unlessHit: 26,
    /** By class: where the round of a rotation stands among the run's. */
    round: 27,
    /** Whether some that wait may need another service than others, by the link that they came by (1). */
    isMixed: 56,
    /** The queue's last frame. */
    tail: 57,
    waited: 58,
    mostQueue: 59,
    hits: 60,
    held: 61,
    choiceStream: 62,
    node: 63,
  },
  floats: {
    /** Balances of the levels. */
    busy: 0,
    serviceSum: 1,
    /** Where its response times are not recorded. */
    responseSum: 2,
    waitSum: 3,
    slots: 8,
    /** By class. */
    meanMs: 10,
    hitRate: 11,
    queued: 26,
    held: 27,
  },
} as const

/** Columns of a link. */
export const LINK = {
  width: { ints: 32, floats: 16 },
  ints: {
    attempts: 2,
    open: 3,
    /** The lane of its time, where it is always the same and more than none. */
    lane: 4,
    /** Calls that were begun, but not sent. */
    unsent: 5,
    succeeded: 6,
    /** NONE: its calls wait for ever. */
    timeoutLane: 7,
    /** By class: the station that it leads to on the express path; NONE: another path decides. */
    station: 8,
    /** Nothing about its calls has to be remembered (1). */
    isPlain: 16,
    /** Its calls are answered in no time, and nobody looks at how they end (1). */
    isPlainAnswer: 17,
    /** How many of its calls are open may decide where the next goes (1). */
    isCompared: 12,
    poolBusy: 18,
    poolQueue: 19,
  },
  floats: {
    fixedMs: 0,
    /** Of answers, and of what is no call. */
    otherBytes: 7,
    /** Of an answer, where there is one. */
    responseBytes: 10,
    networkSum: 11,
    poolBusy: 12,
    poolQueue: 13,
  },
} as const

/** The numbers of one level: where its count and its balance stand. */
export interface LevelPlace {
  readonly counts: Int32Array
  readonly count: number
  readonly balances: Float64Array
  readonly balance: number
}
