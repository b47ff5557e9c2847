/** A circle of connections may not bring its sums to rest. */
const MOST_ROUNDS = 200
const AT_REST = 1e-9

/** Applies `next` until nothing changes, at most so many times. */
export function fixedPoint(
  start: readonly number[],
  next: (values: readonly number[]) => readonly number[],
  mostRounds = MOST_ROUNDS,
) {
  let values = start
  for (let round = 0; round < mostRounds; round += 1) {
    const after = next(values)
    const isAtRest = after.every((value, index) => Math.abs(value - (values[index] ?? 0)) <= AT_REST * Math.abs(value))
    values = after
    if (isAtRest) break
  }
  return values
}
