import type { UtilizationLevel } from './snapshot.ts'

const LEVELS = [90, 70, 50] as const

/** The highest of 50, 70 and 90 percent that a utilization (0 to 1) lies above, else 0. */
export function utilizationLevel(utilization: number): UtilizationLevel {
  return LEVELS.find((level) => utilization > level / 100) ?? 0
}

/** The colours of a request's dot. */
export const DOT_TONES = ['blue', 'purple', 'amber', 'red'] as const

/** Which of them it has, by how often it was retried. */
export const dotTone = (retries: number): number => Math.min(retries, DOT_TONES.length - 1)
