/** The parts with the highest utilization, deepest first; parts that are equally deep keep the diagram's order. */
export function ranking(ids: readonly string[], utilizations: ArrayLike<number>, most: number): readonly string[] {
  const order = Array.from(ids.keys()).sort((a, b) => (utilizations[b] ?? 0) - (utilizations[a] ?? 0))
  return order.slice(0, most).map((index) => ids[index] ?? '')
}
