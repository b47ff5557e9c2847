export const DEMO_EMAIL = 'demo@plimsoll.example'

/** Limits of the demo account, which all visitors share. */
export const DEMO_LIMITS = { flows: 20, sessions: 1_000, openExperiments: 2 } as const
