/*
 * The numbers of stations and links that change at each visit: a row of whole numbers and a row of others for each, a cache line or
 * two wide, so that a visit to one of ten thousand stations waits for memory a few times only.
 */

/** Rows of equal length for so many parts, all zero. */
export class Rows {
  readonly ints: Int32Array
  readonly floats: Float64Array

  constructor(count: number, { ints, floats }: { readonly ints: number; readonly floats: number }) {
    this.ints = new Int32Array(count * ints)
    this.floats = new Float64Array(count * floats)
  }
}

/** Columns of a station; "by class" takes four. */
export const STATION = {
  width: { ints: 32, floats: 16 },
  ints: {
    /** Counts of the levels. */
    inSystem: 0,
    queued: 1,
    busy: 2,
    working: 3,
    instances: 4,
    mostInSystem: 5,
    mostQueue: 6,
    arrived: 7,
    completed: 8,
    started: 9,
    waited: 10,
    hits: 11,
    /** The queue's first and last frame. */
    head: 12,
    tail: 13,
    serviceStream: 14,
    /** How visits are served on the express path: one of SERVICE. */
    service: 15,
    /** By class: the lane of a service time that is always the same. */
    lane: 16,
    /** By class: the link that visits leave by on the express path, or one of AFTERWARDS. */
    afterwards: 20,
    /** By class: whether a hit makes that needless (1). */
    unlessHit: 24,
    node: 28,
    hitStream: 29,
    /** Whether some that wait may need another service than others, by the link that they came by (1). */
    isMixed: 30,
    choiceStream: 31,
  },
  floats: {
    /** Balances of the levels. */
    inSystem: 0,
    queued: 1,
    busy: 2,
    working: 3,
    waitSum: 4,
    serviceSum: 5,
    responseSum: 6,
    slots: 7,
    /** By class. */
    meanMs: 8,
    hitRate: 12,
  },
} as const

/** Columns of a link. */
export const LINK = {
  width: { ints: 16, floats: 8 },
  ints: {
    attempts: 0,
    crossed: 1,
    open: 2,
    succeeded: 3,
    /** The lane of its time, where it is always the same and more than none. */
    lane: 4,
    poolBusy: 6,
    poolQueue: 7,
    /** By class: the station that it leads to on the express path; NONE: another path decides. */
    station: 8,
    /** NONE: its calls wait for ever. */
    timeoutLane: 12,
    /** Its calls are answered in no time, and nobody looks at how they end (1). */
    isPlainAnswer: 13,
    /** Nothing about its calls has to be remembered (1). */
    isPlain: 14,
  },
  floats: {
    bytes: 0,
    networkSum: 1,
    requestBytes: 2,
    fixedMs: 3,
    poolBusy: 4,
    poolQueue: 5,
    /** Of an answer, where there is one. */
    responseBytes: 6,
  },
} as const

/** The numbers of one level: where its count and its balance stand. */
export interface LevelPlace {
  readonly counts: Int32Array
  readonly count: number
  readonly balances: Float64Array
  readonly balance: number
}
