/* Memory layout of call records: a row of integers and floats each, with the hottest columns in the first 48 bytes of 64, since an
 * array may start 16 bytes after the start of a cache line. */

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
    /** The record that waits for it, and its generation; below 0 where none does. */
    parent: 12,
    parentGeneration: 13,
    user: 14,
    /** Number of the request, in order of arrival. */
    serial: 15,
  },
  floats: {
    arrivedAt: 0,
    /** When its service started; at a shared station: the time of a core that each request there had had by then, ms. */
    startedAt: 1,
    calledAt: 4,
  },
} as const

/** First bit of each field of `marks`; the flags come first. */
export const MARKS = { state: 10, requestClass: 13, reason: 15, step: 23 } as const

/** Largest numbers that fit into `marks`. */
export const MOST_REASONS = 2 ** (MARKS.step - MARKS.reason)
export const MOST_STEPS = 2 ** (32 - MARKS.step) - 1
