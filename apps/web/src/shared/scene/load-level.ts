import { utilizationLevel } from '@plimsoll/simulation'

const NAMES = { 0: 'calm', 50: 'busy', 70: 'high', 90: 'full' } as const

/** The four bands of utilization by name; `--load-{level}` and `--water-{level}` exist for each. */
export type LoadLevel = (typeof NAMES)[keyof typeof NAMES]

/** The band of a utilization (0 to 1). */
export const loadLevel = (utilization: number): LoadLevel => NAMES[utilizationLevel(utilization)]
