const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Wrong passwords in a row, of one account. */
export const PASSWORD_POLICY = {
  /** So many cost nothing. The next must wait, twice as long after each further one. */
  free: 10,
  firstDelayMs: SECOND,
  longestDelayMs: 900 * SECOND,
  /** After so many only a reset by mail helps. */
  most: 100,
  /** How long they are remembered after the last one; and how long when only a reset helps. */
  memoryMs: 30 * DAY,
  stopMemoryMs: 3_650 * DAY,
  /** How long a network address counts apart from the others after a login. */
  knownAddressMs: 30 * DAY,
  /** How many may wait for the outcome of others for the same account. */
  waiting: 50,
} as const

/** What one network address may do within a time that begins with the first of them. */
export const ADDRESS_POLICY = {
  'login-failures': { most: 100, windowMs: 15 * MINUTE },
  'bad-links': { most: 100, windowMs: 15 * MINUTE },
  /** Answers that tell that somebody has an account. */
  'exists-answers': { most: 20, windowMs: HOUR },
  registrations: { most: 1_000, windowMs: HOUR },
} as const satisfies Record<string, WindowPolicy>

interface WindowPolicy {
  most: number
  windowMs: number
}

/** Mails that anybody can ask for: so many at once, then one each `refillMs`. */
export const MAIL_POLICY = {
  perRecipient: { burst: 3, refillMs: 5 * MINUTE, mostADay: 10 },
  perAddress: { burst: 50, refillMs: MINUTE, mostADay: 1_000 },
} as const satisfies Record<string, BucketPolicy>

export interface BucketPolicy {
  burst: number
  refillMs: number
  mostADay: number
}

export const DAY_MS = DAY

/** How often counters that mean nothing any more are cleared away, and how many at once. */
export const PURGE_POLICY = { everyMs: 10 * SECOND, rows: 1_000 } as const

/** The longest time to wait that is told to anybody. */
export const LONGEST_RETRY_AFTER_MS = DAY
