/** Tells when work under a key began: what overlaps, also through others, began when the first of it did. */
export function createOverlaps(now: () => number) {
  const underWay = new Map<string, { readonly began: number; count: number }>()

  return async <T>(key: string, work: (began: number) => Promise<T>): Promise<T> => {
    const group = underWay.get(key) ?? { began: now(), count: 0 }
    underWay.set(key, group)
    group.count += 1
    try {
      return await work(group.began)
    } finally {
      group.count -= 1
      if (group.count === 0) underWay.delete(key)
    }
  }
}
