type LoadListener = (utilization: number | null) => void

interface Loads {
  readonly ids: readonly string[]
  readonly utilizations: ArrayLike<number>
  /** Id → index. */
  readonly places: ReadonlyMap<string, number>
}

const NONE: Loads = { ids: [], utilizations: [], places: new Map() }

/** Tells each card or edge its own utilization, and only when it changed: ten times a second, without React. */
export function createLoadBoard() {
  const listeners = new Map<string, Set<LoadListener>>()
  let loads = NONE

  function subscribe(id: string, listener: LoadListener): () => void {
    const own = listeners.get(id) ?? new Set()
    listeners.set(id, own.add(listener))
    listener(loadOf(id, loads))
    return () => {
      own.delete(listener)
      if (own.size === 0 && listeners.get(id) === own) listeners.delete(id)
    }
  }

  /** Of very many only those are asked for that somebody listens to. */
  function show(next: Loads): void {
    const last = loads
    loads = next
    for (const [id, own] of listeners) {
      const load = loadOf(id, next)
      if (load === loadOf(id, last)) continue
      for (const listener of own) listener(load)
    }
  }

  /** Neither list may be changed afterwards. */
  function publish(ids: readonly string[], utilizations: ArrayLike<number>): void {
    const places = ids === loads.ids ? loads.places : new Map(ids.map((id, place) => [id, place]))
    show({ ids, utilizations, places })
  }

  return { subscribe, publish, clear: () => show(NONE), of: (id: string) => loadOf(id, loads) }
}

function loadOf(id: string, { places, utilizations }: Loads): number | null {
  const place = places.get(id)
  return place === undefined ? null : (utilizations[place] ?? 0)
}
