export const DEMO_EMAIL = 'demo@plimsoll.example'

/** What fills the login form in demo mode. Everybody may know it: a login with it opens a sandbox of its own. */
export const DEMO_ACCOUNT = { email: DEMO_EMAIL, password: 'Waterline1' } as const

const MINUTE = 60_000
const MIB = 1024 * 1024

/** Limits of a sandbox, and of all. */
export const DEMO_LIMITS = {
  flows: 20,
  openExperiments: 2,
  /** Of flows as they are stored, those in the bin included. */
  flowBytes: 4 * MIB,
  versionBytes: 2 * MIB,
  /** It is deleted after this time, whoever still uses it. */
  lifeMs: 24 * 60 * MINUTE,
  sandboxes: 200,
  /** When there are so many, the one that was unused for longest makes room if that is at least this time. */
  spareMs: 10 * MINUTE,
} as const
