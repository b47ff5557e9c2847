import { ApiError } from './errors.ts'

export interface Reservation {
  /** Reserves more. Throws 'api/busy' as `reserve` does. */
  grow(bytes: number): void
  release(): void
}

export interface ByteBudget {
  /** Reserves bytes for somebody until they are released. Throws 'api/busy' beyond what all may have, or one may. */
  reserve(owner: string, bytes: number): Reservation
}

/** Bounds the bytes that requests hold in memory, of all together and of each user. */
export function createByteBudget(max: { all: number; each: number }): ByteBudget {
  let all = 0
  const ofOwner = new Map<string, number>()

  function add(owner: string, bytes: number) {
    const own = (ofOwner.get(owner) ?? 0) + bytes
    if (all + bytes > max.all || own > max.each) throw new ApiError('api/busy', { headers: { 'retry-after': '1' } })
    all += bytes
    ofOwner.set(owner, own)
  }

  return {
    reserve(owner, bytes) {
      add(owner, bytes)
      let held = bytes
      return {
        grow(more) {
          add(owner, more)
          held += more
        },
        release() {
          all -= held
          const own = (ofOwner.get(owner) ?? 0) - held
          if (own > 0) ofOwner.set(owner, own)
          else ofOwner.delete(owner)
          held = 0
        },
      }
    },
  }
}
