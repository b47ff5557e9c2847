/** The specification's constants of the traffic patterns of a client. */
export const TRAFFIC = {
  shortestThinkTimeMs: 100,
  bursty: { everyMs: 10_000, lastingMs: 2_000 },
  periodic: { amplitude: 0.5 },
  random: { from: 0.5, to: 1.5 },
} as const
