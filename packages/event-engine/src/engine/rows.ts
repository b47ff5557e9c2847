/*
 * The numbers that change at each visit, in rows: whole numbers and others of a frame or a part stand side by side, with the words of
 * its random streams, and those that a visit touches first. So a visit to one of ten thousand stations waits for memory a few times only.
 * What is touched most stands in the first 48 bytes of 64, or 112 of 128, as memory may begin 16 bytes after a line of the cache.
 */

/** The whole numbers and the others of the same bytes. */
export interface Row {
  readonly ints: Int32Array
  readonly floats: Float64Array
  /** Where they begin among the whole numbers of the memory. */
  readonly from: number
}

/** The rows of all parts of a sort. */
export class Rows implements Row {
  readonly ints: Int32Array
  readonly floats: Float64Array
  readonly from: number
  readonly #width: number

  constructor(memory: Int32Array, { from, count, width }: { from: number; count: number; width: number }) {
    this.from = from
    this.#width = width
    this.ints = memory.subarray(from, from + count * width)
    this.floats = new Float64Array(memory.buffer, this.ints.byteOffset, this.ints.length / 2)
  }

  row(index: number): Row {
    const [from, to] = [index * this.#width, (index + 1) * this.#width]
    return {
      ints: this.ints.subarray(from, to),
      floats: this.floats.subarray(from / 2, to / 2),
      from: this.from + from,
    }
  }
}

/** A memory of zeros with rows for so many parts of each sort. */
export function layRows(counts: Readonly<Record<keyof typeof SORTS, number>>) {
  const sorts = Object.keys(SORTS) as (keyof typeof SORTS)[]
  const lengthOf = (sort: keyof typeof SORTS) => counts[sort] * SORTS[sort].width.ints
  const memory = new Int32Array(sorts.reduce((sum, sort) => sum + lengthOf(sort), 0))
  const rows = {} as Record<keyof typeof SORTS, Rows>
  let from = 0
  for (const sort of sorts) {
    rows[sort] = new Rows(memory, { from, count: counts[sort], width: SORTS[sort].width.ints })
    from += lengthOf(sort)
  }
  return { memory, rows }
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
    /** Copies that are not done, or outages that were paid for. */
    pending: 10,
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

/** What the marks have room for: reasons, and a step's number (the one past the last, too). */
export const MOST_REASONS = 2 ** (MARKS.step - MARKS.reason)
export const MOST_STEPS = 2 ** (32 - MARKS.step) - 1

/** Columns of a station. Those by class stand in a block for each: for the class c, c times the width of a block further on. */
export const STATION = {
  width: { ints: 80, floats: 40 },
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
    /** How visits are served on the express path: one of SERVICE. */
    service: 15,
    serviceStream: 16,
    /** By class: the lane of a service time that is always the same. */
    lane: 20,
    /** By class: the link that visits leave by on the express path, or one of AFTERWARDS. */
    afterwards: 21,
    /** By class: whether a hit makes that needless (1). */
    unlessHit: 22,
    /** By class: where the round of a rotation stands among the run's. */
    round: 23,
    failureStream: 52,
    held: 56,
    node: 57,
    /** The queue's last frame. */
    tail: 64,
    waited: 65,
    mostQueue: 66,
    /** Whether some that wait may need another service than others, by the link that they came by (1). */
    isMixed: 67,
  },
  floats: {
    /** Balances of the levels. */
    busy: 0,
    serviceSum: 1,
    /** Where its response times are not recorded. */
    responseSum: 2,
    slots: 3,
    /** By class. */
    meanMs: 12,
    hitRate: 13,
    held: 29,
    waitSum: 34,
    queued: 35,
  },
} as const

/** Columns of a link. */
export const LINK = {
  width: { ints: 48, floats: 24 },
  ints: {
    /** What is known of it for the express path: its CROSSING. */
    crossing: 2,
    open: 3,
    /** The lane of its time, where it is always the same and more than none. */
    lane: 4,
    /** By class: the station that it leads to on the express path; NONE: another path decides. */
    station: 8,
    /** Calls that were begun, but not sent. */
    unsent: 12,
    succeeded: 13,
    /** NONE: its calls wait for ever. */
    timeoutLane: 18,
    poolBusy: 19,
    poolQueue: 20,
    networkStream: 28,
    failureStream: 32,
    keptStream: 36,
  },
  floats: {
    fixedMs: 0,
    networkSum: 3,
    /** Of answers, and of what is no call. */
    otherBytes: 7,
    /** Of an answer, where there is one. */
    responseBytes: 8,
    poolBusy: 11,
    poolQueue: 12,
  },
} as const

/** What may be known of a link, by their bits. */
export const CROSSING = {
  /** How many of its calls are open may decide where the next goes. */
  isCompared: 1,
  /** Nothing about its calls has to be remembered. */
  isPlain: 2,
  /** Its calls are answered in no time, and nobody looks at how they end. */
  isPlainAnswer: 4,
} as const

/** Columns of a node. */
export const PLACE = {
  width: { ints: 16, floats: 8 },
  ints: { hitStream: 0, choiceStream: 4, hits: 8, breakdownStream: 12 },
  floats: {},
} as const

/** Columns of a client. */
export const SOURCE = {
  width: { ints: 32, floats: 16 },
  ints: {
    arrivalStream: 2,
    /** The class of its requests on the express path; NONE: its arrivals are not on that path. */
    onlyClass: 6,
    /** By class: the link of the only call that a request makes, where it is made on the express path; else NONE. */
    firstCall: 8,
    userStream: 12,
    classStream: 16,
  },
  floats: {
    /** Between arrivals. */
    meanMs: 0,
  },
} as const

const SORTS = { stations: STATION, links: LINK, places: PLACE, sources: SOURCE } as const

/** The numbers of one level: where its count and its balance stand. */
export interface LevelPlace {
  readonly counts: Int32Array
  readonly count: number
  readonly balances: Float64Array
  readonly balance: number
}
