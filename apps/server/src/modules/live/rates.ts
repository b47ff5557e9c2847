interface Rate {
  burst: number
  perSecond: number
}

interface Bucket {
  left: number
  at: number
  /** What was asked for last and was not there; 0: nothing. */
  missed: number
}

/** Token buckets by key: each holds a burst, and fills again with time. */
export function createRates({ burst, perSecond }: Rate, now: () => number) {
  const buckets = new Map<string, Bucket>()

  function fill(key: string): Bucket {
    const time = now()
    const bucket = buckets.get(key) ?? { left: burst, at: time, missed: 0 }
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
      bucket.missed = isThere ? 0 : amount
      return isThere
    },
    /** Whether what was missed last would be there now, as far as it can be. */
    hasRoomAgain(key: string): boolean {
      const { left, missed } = fill(key)
      return left >= Math.min(missed, burst)
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
