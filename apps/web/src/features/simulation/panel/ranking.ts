export interface Ranked {
  readonly id: string
  /** 0 to 1. */
  readonly utilization: number
}

/** The parts with the highest utilization, deepest first; parts that are equally deep keep the diagram's order. */
export function ranking(ids: readonly string[], utilizations: ArrayLike<number>, most: number): readonly Ranked[] {
  const parts = ids.map((id, index) => ({ id, utilization: utilizations[index] ?? 0 }))
  return parts.sort((a, b) => b.utilization - a.utilization).slice(0, most)
}
