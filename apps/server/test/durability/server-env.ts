/** The environment of servers in these tests: without rate limits and logs. */
export const SERVER = { RATE_LIMITS: 'off', DEMO_MODE: '0', LOG_LEVEL: 'silent' }
