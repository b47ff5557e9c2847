/** The smallest of the values that this part of them does not exceed; NaN of none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
}
