import { DOTS, type Dots, type LiveSnapshot } from '@plimsoll/live-engine'

/** Up to this speed every dot is followed through simulated time; at more, nobody's eye would. */
export const FOLLOWED_SPEED = 2

/** So much time of the parade may pass between two frames; after more, a page that was held up goes on from where it was. */
const MOST_BETWEEN_MS = 200

/**
 * The dots of a run that is faster than the eye: some of the requests, each of which takes as long over its connection as at
 * `FOLLOWED_SPEED`, with a steady stream of them and never more under way than the engine shows at once. Its clock is its own.
 */
export function createSampledDots() {
  const capacity = DOTS.shown
  const dots = {
    count: 0,
    id: new Uint32Array(capacity),
    edge: new Uint32Array(capacity),
    startedAt: new Float64Array(capacity),
    retries: new Uint8Array(capacity),
  } satisfies Dots
  let time = 0
  let readAt: number | null = null
  let tookAt = Number.NEGATIVE_INFINITY
  let tookElapsed = 0
  let edges: LiveSnapshot['edges'] = []

  /** Lets in dots that set out since the last report, as many as keep the stream steady. */
  function take(snapshot: LiveSnapshot): void {
    if (snapshot.edges !== edges) clear()
    edges = snapshot.edges
    drop()
    const positions = Math.ceil((capacity * Math.min(time - tookAt, DOTS.visibleMs / 4)) / DOTS.visibleMs)
    const newcomers = settingOut(snapshot.dots, tookElapsed)
    const room = Math.min(positions, capacity - dots.count, newcomers.length)
    for (let i = 0; i < room; i += 1) add(snapshot.dots, newcomers[Math.floor((i * newcomers.length) / room)] ?? 0)
    tookAt = time
    tookElapsed = snapshot.elapsedTime
  }

  function add(from: Dots, index: number): void {
    dots.id[dots.count] = from.id[index] ?? 0
    dots.edge[dots.count] = from.edge[index] ?? 0
    dots.retries[dots.count] = from.retries[index] ?? 0
    dots.startedAt[dots.count] = time
    dots.count += 1
  }

  /** Those that have arrived. */
  function drop(): void {
    let kept = 0
    for (let i = 0; i < dots.count; i += 1) {
      if (time - (dots.startedAt[i] ?? 0) >= DOTS.visibleMs) continue
      for (const field of FIELDS) dots[field][kept] = dots[field][i] ?? 0
      kept += 1
    }
    dots.count = kept
  }

  function clear(): void {
    dots.count = 0
    tookAt = Number.NEGATIVE_INFINITY
    tookElapsed = 0
  }

  return {
    take,
    clear,
    dots: dots as Dots,
    /** The parade's time at wall-clock `now`. */
    read(now: number): number {
      if (readAt !== null) time += Math.min((now - readAt) * FOLLOWED_SPEED, MOST_BETWEEN_MS)
      readAt = now
      return time
    },
    hold(): void {
      readAt = null
    },
    get shown(): number {
      return time
    },
  }
}

const FIELDS = ['id', 'edge', 'startedAt', 'retries'] as const

/** The places of the dots that set out after a time. */
function settingOut({ count, startedAt }: Dots, after: number): number[] {
  const positions: number[] = []
  for (let i = 0; i < count; i += 1) if ((startedAt[i] ?? 0) > after) positions.push(i)
  return positions
}
