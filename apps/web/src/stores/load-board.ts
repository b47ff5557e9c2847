type LoadListener = (utilization: number | null) => void

/** Tells each card or edge its own utilization, and only when it changed: ten times a second, without React. */
export function createLoadBoard() {
  const loads = new Map<string, number>()
  const listeners = new Map<string, Set<LoadListener>>()

  function subscribe(id: string, listener: LoadListener): () => void {
    const own = listeners.get(id) ?? new Set()
    listeners.set(id, own.add(listener))
    listener(loads.get(id) ?? null)
    return () => {
      own.delete(listener)
      if (own.size === 0 && listeners.get(id) === own) listeners.delete(id)
    }
  }

  function tell(id: string, utilization: number | null): void {
    for (const listener of listeners.get(id) ?? []) listener(utilization)
  }

  function publish(ids: readonly string[], utilizations: ArrayLike<number>): void {
    for (const [index, id] of ids.entries()) {
      const utilization = utilizations[index] ?? 0
      if (loads.get(id) === utilization) continue
      loads.set(id, utilization)
      tell(id, utilization)
    }
    if (loads.size > ids.length) forgetAllBut(new Set(ids))
  }

  function forgetAllBut(kept: ReadonlySet<string>): void {
    const gone = [...loads.keys()].filter((id) => !kept.has(id))
    for (const id of gone) loads.delete(id)
    for (const id of gone) tell(id, null)
  }

  function clear(): void {
    forgetAllBut(new Set())
  }

  return { subscribe, publish, clear }
}
