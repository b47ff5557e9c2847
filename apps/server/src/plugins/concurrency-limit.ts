import { ApiError } from '../errors.ts'

interface ConcurrencyLimit {
  /** Throws 'api/busy' when a request of this size would exceed the limit. */
  check(bytes: number): void
  /** Counts a request until the returned function is called. Throws 'api/busy' when it would exceed the limit. */
  acquire(bytes: number): () => void
}

/** Limits the number and total size of requests in progress. */
export function createConcurrencyLimit(max: { requests: number; bytes: number }): ConcurrencyLimit {
  let requests = 0
  let bytes = 0

  function requireCapacity(size: number) {
    const fits = requests < max.requests && bytes + size <= max.bytes
    if (!fits) throw new ApiError('api/busy', { headers: { 'retry-after': '1' } })
  }

  return {
    check: requireCapacity,
    acquire(size) {
      requireCapacity(size)
      requests++
      bytes += size
      return () => {
        requests--
        bytes -= size
      }
    },
  }
}
