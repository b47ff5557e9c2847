const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Wrong passwords in a row, of one account. */
export const PASSWORD_POLICY = {
  /** Number of attempts without a delay. Each further one doubles the delay. */
  free: 10,
  firstDelayMs: SECOND,
  maxDelayMs: 900 * SECOND,
  /** After this number only a reset by mail helps. */
  max: 100,
  /** How long the count is stored after the last attempt, below and at the maximum. */
  memoryMs: 30 * DAY,
  stopMemoryMs: 3_650 * DAY,
  /** How long a network address has its own counter after a login. */
  trustedAddressMs: 30 * DAY,
  /** How many attempts may wait for concurrent ones for the same account. */
  waiting: 50,
} as const

/** Limits for a network address, in windows that begin with the first event. */
export const ADDRESS_POLICY = {
  'login-failures': { max: 100, windowMs: 15 * MINUTE },
  'bad-links': { max: 100, windowMs: 15 * MINUTE },
  /** Sign-ins by passkey that are begun. */
  challenges: { max: 300, windowMs: 15 * MINUTE },
  /** Responses that reveal an account. */
  'exists-answers': { max: 20, windowMs: HOUR },
  /** Of the demo. */
  sandboxes: { max: 5, windowMs: HOUR },
  'link-views': { max: 1_000, windowMs: 15 * MINUTE },
  /** Of a link, by its id. */
  'views-of-link': { max: 20_000, windowMs: 15 * MINUTE },
  /** Of an address and, by its id, of a link. */
  'link-passwords': { max: 100, windowMs: 15 * MINUTE },
  /** Of a user, by the id. */
  comments: { max: 60, windowMs: 10 * MINUTE },
} as const satisfies Record<string, WindowPolicy>

/** Of a user: what the audit log keeps for long and can be done without end. */
export const ACTION_POLICY = { max: 10_000, windowMs: DAY } as const satisfies WindowPolicy

export interface WindowPolicy {
  max: number
  windowMs: number
}

/** Token buckets for mails that anyone can request: a burst, then one mail per `refillMs`. */
export const MAIL_POLICY = {
  perRecipient: { burst: 3, refillMs: 5 * MINUTE, maxPerDay: 10 },
  perAddress: { burst: 50, refillMs: MINUTE, maxPerDay: 1_000 },
} as const satisfies Record<string, BucketPolicy>

export interface BucketPolicy {
  burst: number
  refillMs: number
  maxPerDay: number
}

export const DAY_MS = DAY

/** Requests of a user that are under way, and that wait. Browsers have six or, over one connection, some more. */
export const REQUEST_POLICY = {
  atOnce: 8,
  waiting: 100,
  /** How long they wait behind the own ones, which may be sent a byte at a time. */
  patienceMs: 10 * SECOND,
  /** How long those wait for their refusal who find no room to wait. */
  refusedAfterMs: SECOND,
  /** Of those with a body of more than so many bytes. */
  largeBytes: 256 * 1024,
  largeAtOnce: 2,
  largeWaiting: 8,
} as const

/** Logins of a network address that are under way, and that wait. */
export const LOGIN_POLICY = { atOnce: 8, waiting: 100 } as const

/** How often expired counters are removed, and how many at once. */
export const PURGE_POLICY = { everyMs: 10 * SECOND, rows: 1_000 } as const

/** Upper bound of `Retry-After`. */
export const MAX_RETRY_AFTER_MS = DAY
