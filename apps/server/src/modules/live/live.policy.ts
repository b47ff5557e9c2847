const SECOND = 1_000
const MINUTE = 60 * SECOND
const KIB = 1024
const MIB = 1024 * KIB

/** Bounds that hold always: what one socket, one message or one document may be. Sizes in bytes. */
export const LIVE_BOUNDS = {
  /** One message, and so one update: the largest flow as one has 4.5 million bytes. */
  message: 6 * MIB,
  /** A document with its history of merges. */
  document: 16 * MIB,
  awareness: 8 * KIB,
  /** What a socket may leave unread before the next message to it. */
  unread: 8 * MIB,
  /** Nesting of a value. */
  depth: 16,
  /** Length of the key of an entry, in characters. */
  key: 300,
  authenticateMs: 10 * SECOND,
  /** How long a socket may take to close. */
  closeMs: 2 * SECOND,
} as const

/** Bounds of rates and numbers, which `RATE_LIMITS=off` switches off. */
export const LIVE_LIMITS = {
  socketsPerUser: 40,
  socketsPerAddress: 200,
  socketsPerFlow: 100,
  sockets: 2_000,
  /** Token buckets: a burst, and what comes back each second. */
  messagesPerUser: { burst: 600, perSecond: 150 },
  messagesPerAddress: { burst: 6_000, perSecond: 1_500 },
  /** Sockets that are opened: each loads and sends its document. */
  openedByUser: { burst: 80, perSecond: 2 },
  openedByAddress: { burst: 400, perSecond: 20 },
  bytesPerUser: { burst: 8 * MIB, perSecond: 128 * KIB },
  bytesPerAddress: { burst: 32 * MIB, perSecond: 512 * KIB },
} as const

/** How many documents the server saves each time that it looks, of all and of one owner; and of those that it could not save before. */
export const LIVE_SWEEP = {
  fresh: { most: 20, mostOfOwner: 5 },
  failed: { most: 4, mostOfOwner: 1 },
} as const

/** How often the server looks, and when it saves. */
export const LIVE_TIMES = {
  /** Whether the people of open sockets still may do what they do. */
  recheckMs: 2 * SECOND,
  /** Whether other servers have written, in case a message was lost. */
  pollMs: SECOND,
  sweepMs: 15 * SECOND,
  /** Who has flows open: told again this often, at a change after a moment, and believed for so long. */
  presenceMs: 5 * SECOND,
  presenceDelayMs: 100,
  presenceKeptMs: 15 * SECOND,
  /** A document that nobody changes is saved, and one that is changed all the time. */
  quietMs: MINUTE,
  unsavedMs: 5 * MINUTE,
  /** One that could not be saved is tried again after so long, then after twice as long each time, up to the other. */
  retryMs: MINUTE,
  mostRetryMs: 15 * MINUTE,
  /** How long what an owner has stored counts as known, as long as it leaves room. */
  countedMs: 5 * SECOND,
  /** How long the history of merges is kept after the last change. */
  keptMs: 30 * 24 * 60 * MINUTE,
  /** The least time before a repair, and how many times the duration of the last one. */
  mendMs: 30,
  mendShare: 20,
} as const
