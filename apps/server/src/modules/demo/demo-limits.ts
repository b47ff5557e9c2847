export const DEMO_EMAIL = 'demo@plimsoll.example'

/** What the demo account, which is everybody's at once, may hold. */
export const DEMO_LIMITS = { flows: 20, sessions: 1_000 } as const
