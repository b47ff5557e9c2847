/** Work under one key that overlaps, also through others. */
export interface Overlap {
  /** When the first of it began, in ms since the epoch. */
  readonly began: number
  /** Whether some of it has succeeded; whoever does sets it. */
  isWon: boolean
}

/** Tells work under a key what it overlaps with. */
export function createOverlaps(now: () => number) {
  const underWay = new Map<string, Overlap & { count: number }>()

  return async <T>(key: string, work: (overlap: Overlap) => Promise<T>): Promise<T> => {
    const overlap = underWay.get(key) ?? { began: now(), isWon: false, count: 0 }
    underWay.set(key, overlap)
    overlap.count += 1
    try {
      return await work(overlap)
    } finally {
      overlap.count -= 1
      if (overlap.count === 0) underWay.delete(key)
    }
  }
}
