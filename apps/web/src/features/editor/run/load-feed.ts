/** Shows a utilization, 0 to 1, or that there is none; gives back whether that changed what is drawn. */
type LoadListener = (utilization: number | null) => boolean

interface Loads {
  readonly ids: readonly string[]
  readonly utilizations: ArrayLike<number>
  /** Id → index. */
  readonly indexes: ReadonlyMap<string, number>
}

interface LoadFeedOptions {
  /** So many listeners may change what they draw in one frame; the others follow in the next ones. */
  readonly drawnInFrame: number
  /** `now` in ms. */
  readonly onNextFrame?: (act: (now: number) => void) => unknown
}

/** A frame of loads that took longer is followed by as long a rest, and by no longer one: a hidden page has no frames. In ms. */
const LONG_FRAME_MS = 50
const MOST_REST_MS = 200

const NONE: Loads = { ids: [], utilizations: [], indexes: new Map() }

/**
 * Tells each node or edge its own utilization, and only when it changed: four times a second, without React. Where very many change at
 * once, as at Start, each hears of it in turn and hears the latest, so that the page is not held up. Where a frame of them takes long, half
 * the time is left to everything else.
 */
export function createLoadFeed({ drawnInFrame, onNextFrame = (act) => requestAnimationFrame(act) }: LoadFeedOptions) {
  /** What each listener was told last, by id. */
  const listeners = new Map<string, Map<LoadListener, number | null>>()
  let loads = NONE
  /** Goes round those who may have something to hear, while some of them wait for a frame. */
  let round: Iterator<[string, Map<LoadListener, number | null>]> | null = null
  let isRoundOutdated = false
  let isFrameAsked = false
  /** When something was drawn whose frame is not over yet. */
  let drawnAt: number | null = null
  let restsUntil = Number.NEGATIVE_INFINITY

  function subscribe(id: string, listener: LoadListener): () => void {
    const load = loadOf(id, loads)
    const own = listeners.get(id) ?? new Map()
    listeners.set(id, own.set(listener, load))
    listener(load)
    return () => {
      own.delete(listener)
      if (own.size === 0 && listeners.get(id) === own) listeners.delete(id)
    }
  }

  /** Of very many only those are asked for that somebody listens to. */
  function show(next: Loads): void {
    loads = next
    isRoundOutdated = round !== null
    if (round || listeners.size === 0) return
    round = listeners.entries()
    askFrame()
  }

  function askFrame(): void {
    if (isFrameAsked) return
    isFrameAsked = true
    onNextFrame(goOn)
  }

  function goOn(now: number): void {
    isFrameAsked = false
    if (drawnAt !== null) {
      const took = now - drawnAt
      restsUntil = took > LONG_FRAME_MS ? now + Math.min(took, MOST_REST_MS) : now
      drawnAt = null
    }
    if (round && now >= restsUntil && tellInTurn() > 0) drawnAt = now
    if (round || drawnAt !== null) askFrame()
  }

  /** Gives back how many drew. */
  function tellInTurn(): number {
    let drawn = 0
    while (round && drawn < drawnInFrame) {
      const { value, done } = round.next()
      if (!done) drawn += tell(...value)
      else {
        round = isRoundOutdated ? listeners.entries() : null
        isRoundOutdated = false
      }
    }
    return drawn
  }

  /** Gives back how many of them drew. */
  function tell(id: string, own: Map<LoadListener, number | null>): number {
    const load = loadOf(id, loads)
    let drawn = 0
    for (const [listener, told] of own) {
      if (load === told) continue
      own.set(listener, load)
      if (listener(load)) drawn += 1
    }
    return drawn
  }

  /** Neither list may be changed afterwards. */
  function publish(ids: readonly string[], utilizations: ArrayLike<number>): void {
    const indexes = ids === loads.ids ? loads.indexes : new Map(ids.map((id, index) => [id, index]))
    show({ ids, utilizations, indexes })
  }

  return { subscribe, publish, clear: () => show(NONE), of: (id: string) => loadOf(id, loads) }
}

function loadOf(id: string, { indexes, utilizations }: Loads): number | null {
  const index = indexes.get(id)
  return index === undefined ? null : (utilizations[index] ?? 0)
}
