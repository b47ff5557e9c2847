/** The part of all that goes to each, by weights: the same to each where none has any. */
export function sharesByWeight(weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => (total > 0 ? weight / total : 1 / weights.length))
}
