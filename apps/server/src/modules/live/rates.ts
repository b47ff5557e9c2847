interface Rate {
  burst: number
  perSecond: number
}

interface Bucket {
  left: number
  at: number
  /** The amount that was refused last; 0: the last one was not. */
  refused: number
}

/** Token buckets by key: each holds a burst, and fills again with time. */
export function createRates({ burst, perSecond }: Rate, now: () => number) {
  const buckets = new Map<string, Bucket>()

  function fill(key: string): Bucket {
    const time = now()
    const bucket = buckets.get(key) ?? { left: burst, at: time, refused: 0 }
    bucket.left = Math.min(burst, bucket.left + ((time - bucket.at) / 1_000) * perSecond)
    bucket.at = time
    buckets.set(key, bucket)
    return bucket
  }

  return {
    /** Takes so much; returns whether it was there. */
    take(key: string, amount: number): boolean {
      const bucket = fill(key)
      const isThere = bucket.left >= amount
      if (isThere) bucket.left -= amount
      bucket.refused = isThere ? 0 : amount
      return isThere
    },
    /** Whether the amount that was refused last would be taken now; of more than a burst, whether the bucket is full. */
    hasRoomAgain(key: string): boolean {
      const { left, refused } = fill(key)
      return left >= Math.min(refused, burst)
    },
    /** Forgets those that are full again. */
    clean() {
      for (const key of buckets.keys()) if (fill(key).left >= burst) buckets.delete(key)
    },
  }
}

/** Counts what is open for each key. */
export function createCounts() {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string, by: 1 | -1) {
      const count = (counts.get(key) ?? 0) + by
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}
