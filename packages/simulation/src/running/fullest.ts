/** What of a component is counted as taken: its slots, those of reads or of writes alone, or the requests that it admits at a time. */
export const PLACES = ['slots', 'slots for reads', 'slots for writes', 'requests'] as const

export type Places = (typeof PLACES)[number]

/** Means over a window. */
interface Taken {
  readonly taken: number
  readonly slots: number
}

/** Of several slots those that are taken the most, the first of equals; null: nobody waits for any of them. */
export function fullestOf<T extends Taken>(several: readonly T[]): T | null {
  const bounded = several.filter(({ slots }) => Number.isFinite(slots) && slots > 0)
  return bounded.toSorted((one, other) => shareTaken(other) - shareTaken(one))[0] ?? null
}

/** 0 to 1. Work in progress goes on where slots were taken away. */
export const shareTaken = ({ taken, slots }: Taken): number => Math.min(1, Math.max(0, taken / slots))
