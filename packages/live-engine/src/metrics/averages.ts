import type { SimulatedRequest } from '../results.ts'

/** Mean response time (ms) and size (KB) of completed requests; 0 when there is none. */
export function averages(completed: readonly SimulatedRequest[]): { responseTime: number; sizeKB: number } {
  let count = 0
  let responseTime = 0
  let size = 0
  for (const { standsFor, createdAt, completedAt, sizeKB } of completed) {
    count += standsFor
    responseTime += standsFor * ((completedAt ?? createdAt) - createdAt)
    size += standsFor * sizeKB
  }
  if (count === 0) return { responseTime: 0, sizeKB: 0 }
  return { responseTime: responseTime / count, sizeKB: size / count }
}
