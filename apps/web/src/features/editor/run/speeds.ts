/** How fast a run can be watched: simulated time over wall time. */
export const SPEEDS = [0.5, 1, 2, 5, 20, 100] as const

export type Speed = (typeof SPEEDS)[number]

export const isSpeed = (value: unknown): value is Speed => (SPEEDS as readonly unknown[]).includes(value)

export const speedText = (speed: Speed): string => `${speed}×`

/** The next one in a direction; the fastest and the slowest have none. */
export const neighbour = (speed: Speed, step: 1 | -1): Speed | undefined => SPEEDS[SPEEDS.indexOf(speed) + step]
