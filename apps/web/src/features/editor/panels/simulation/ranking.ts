export interface Ranked {
  readonly id: string
  /** 0 to 1. */
  readonly utilization: number
}

/** Parts by their utilization, deepest first; those that are equally deep keep the diagram's order. Without those that cannot be loaded. */
export function ranking(
  ids: readonly string[],
  utilizations: ArrayLike<number>,
  unloadable: ReadonlySet<string> = new Set(),
): readonly Ranked[] {
  return ids
    .map((id, index) => ({ id, utilization: utilizations[index] ?? 0 }))
    .filter(({ id }) => !unloadable.has(id))
    .sort((a, b) => b.utilization - a.utilization)
}
