import { ApiError } from '../errors.ts'

interface Room {
  /** Throws 'api/busy' when so many bytes would not fit now. */
  check(bytes: number): void
  /** Takes a place with so many bytes, until the returned function is called. Throws 'api/busy' when they do not fit. */
  enter(bytes: number): () => void
}

/** Room for requests that are being worked on, and for what they hold in memory. */
export function createRoom(most: { requests: number; bytes: number }): Room {
  let requests = 0
  let bytes = 0

  function requireRoom(size: number) {
    const fits = requests < most.requests && bytes + size <= most.bytes
    if (!fits) throw new ApiError('api/busy', { headers: { 'retry-after': '1' } })
  }

  return {
    check: requireRoom,
    enter(size) {
      requireRoom(size)
      requests++
      bytes += size
      return () => {
        requests--
        bytes -= size
      }
    },
  }
}
