/** How servers are started here: without limits for those who try too often, and silent. */
export const SERVER = { RATE_LIMITS: 'off', DEMO_MODE: '0', LOG_LEVEL: 'silent' }
