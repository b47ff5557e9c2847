/*
 * Memory layout of what changes at each visit: one row of integers and floats per call record, station, link, node and source, with
 * the state of its random streams, so that a visit causes few cache misses even with ten thousand stations. The hottest columns are in
 * the first 48 bytes of 64, or 112 of 128, since an array may start 16 bytes after the start of a cache line.
 */

/** The same bytes as integers and as floats. */
export interface Row {
  readonly ints: Int32Array
  readonly floats: Float64Array
  /** Offset of the row in the integers of the whole memory. */
  readonly from: number
}

/** The same row in a copy of the memory that it is in. */
export function rowIn(memory: Int32Array, { from, ints: { length } }: Row): Row {
  const ints = memory.subarray(from, from + length)
  return { ints, floats: new Float64Array(memory.buffer, ints.byteOffset, length / 2), from }
}

/** The rows of all stations, links, nodes or sources. */
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

/** Allocates zeroed rows for so many of each, behind a copy of the rows that there are already. */
export function layRows(counts: Readonly<Record<keyof typeof SORTS, number>>, before = new Int32Array(0)) {
  const sorts = Object.keys(SORTS) as (keyof typeof SORTS)[]
  const lengthOf = (sort: keyof typeof SORTS) => counts[sort] * SORTS[sort].width.ints
  const memory = new Int32Array(sorts.reduce((sum, sort) => sum + lengthOf(sort), before.length))
  memory.set(before)
  const rows = {} as Record<keyof typeof SORTS, Rows>
  let from = before.length
  for (const sort of sorts) {
    rows[sort] = new Rows(memory, { from, count: counts[sort], width: SORTS[sort].width.ints })
    from += lengthOf(sort)
  }
  return { memory, rows }
}

/** Columns of a call record: a row of 64 bytes. */
export const CALL_RECORD = {
  width: { ints: 16, floats: 8 },
  ints: {
    /** Next in a queue or in the free list. Overlaps `startedAt`, which only records in service use. */
    next: 2,
    /** Incremented when a record is freed, so that pending events of an earlier use are recognized as dead. */
    generation: 4,
    station: 5,
    /** The link it crossed last; NONE: a request that is still at its client. */
    link: 6,
    /** Flags, state, class, reason and step as bit fields: see MARKS. */
    marks: 7,
    /** Copies that are not done, or outages that the service has made up for. */
    pending: 10,
    /** The link of its call; for a root record, the index of its source. */
    callLink: 11,
    /** The record that waits for it, and its generation; NONE where none does. */
    parent: 12,
    parentGeneration: 13,
    user: 14,
    /** Number of the request, in order of arrival. */
    serial: 15,
  },
  floats: {
    arrivedAt: 0,
    /** When its service started; at a shared station: its service demand, ms. */
    startedAt: 1,
    calledAt: 4,
  },
} as const

/** First bit of each field of `marks`; the flags come first. */
export const MARKS = { state: 10, requestClass: 13, reason: 15, step: 23 } as const

/** Largest numbers that fit into `marks`. */
export const MOST_REASONS = 2 ** (MARKS.step - MARKS.reason)
export const MOST_STEPS = 2 ** (32 - MARKS.step) - 1

/** Columns of a station. */
export const STATION = {
  width: { ints: 80, floats: 40 },
  ints: {
    /** Counts of the levels. */
    busy: 8,
    queued: 9,
    mostInSystem: 10,
    arrived: 11,
    completed: 12,
    started: 13,
    /** The queue's first record. */
    head: 14,
    serviceStream: 16,
    failureStream: 52,
    held: 56,
    /** The queue's last record. */
    tail: 64,
    waited: 65,
    mostQueue: 66,
  },
  floats: {
    /** Balances of the levels. */
    busy: 0,
    serviceSum: 1,
    /** Used where response times are not recorded. */
    responseSum: 2,
    slots: 3,
    held: 29,
    waitSum: 34,
    queued: 35,
  },
} as const

/** Columns of a link. */
export const LINK = {
  width: { ints: 48, floats: 24 },
  ints: {
    open: 3,
    /** Calls that were started, but not sent. */
    unsent: 12,
    succeeded: 13,
    poolBusy: 19,
    poolQueue: 20,
    networkStream: 28,
    failureStream: 32,
    keptStream: 36,
  },
  floats: {
    networkSum: 3,
    /** Bytes of responses and of messages beside the requests. */
    otherBytes: 7,
    poolBusy: 11,
    poolQueue: 12,
  },
} as const

/** Columns of a node. */
export const NODE = {
  width: { ints: 32, floats: 16 },
  ints: { hitStream: 0, choiceStream: 4, hits: 8, breakdownStream: 12, checkStream: 16 },
  floats: {},
} as const

/** Columns of a source. */
export const SOURCE = {
  width: { ints: 32, floats: 16 },
  ints: {
    arrivalStream: 2,
    userStream: 12,
    classStream: 16,
    burstStream: 20,
  },
  floats: {},
} as const

const SORTS = { stations: STATION, links: LINK, nodes: NODE, sources: SOURCE } as const

/** Where the count and the balance of a level are stored. */
export interface LevelCells {
  readonly counts: Int32Array
  readonly count: number
  readonly balances: Float64Array
  readonly balance: number
}
