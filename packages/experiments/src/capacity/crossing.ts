import { isFloor, type LoadPoint } from './try-load.ts'

/** Where the loads that were tried let the highest one be expected that meets the objectives, by what they measured; null: they do not tell. */
export function expectedCapacity(points: readonly LoadPoint[]): number | null {
  const sorted = points.toSorted((a, b) => a.rps - b.rps)
  const overloaded = sorted.find(({ isSteady }) => !isSteady)
  const steady = sorted.filter(({ isSteady, rps }) => isSteady && rps < (overloaded?.rps ?? Number.POSITIVE_INFINITY))
  const crossings = (steady[0]?.objectives ?? []).flatMap((objective, index) =>
    isFloor(objective) ? [] : (crossingOf(steady, index) ?? []),
  )
  if (crossings.length > 0) return Math.min(...crossings)
  return overloaded ? carried(overloaded, sorted) : null
}

/** The load at which an objective's figure crosses its limit: between the last point that keeps it and the next, linear in its logarithm. */
function crossingOf(points: readonly LoadPoint[], index: number): number | null {
  const measured = points.flatMap(({ rps, objectives }) => {
    const verdict = objectives[index]
    return verdict?.margin == null || verdict.measured === null
      ? []
      : [{ rps, ...verdict, value: verdict.measured.mean }]
  })
  const beyond = measured.findIndex(({ margin }) => (margin ?? 0) < 0)
  const [before, after] = [measured[beyond - 1], measured[beyond]]
  if (!before || !after) return null
  const isPositive = before.value > 0 && after.value > 0 && before.limit > 0
  const scale = isPositive ? Math.log : (value: number) => value
  const share = (scale(before.limit) - scale(before.value)) / (scale(after.value) - scale(before.value))
  return before.rps + share * (after.rps - before.rps)
}

/** What is carried where more comes than can be done; null where that is less than what is known to be carried, as retries make it. */
function carried({ rps, offered, goodput, saturation }: LoadPoint, points: readonly LoadPoint[]): number | null {
  const [first] = saturation
  // Where callers give up, less completes than is carried.
  const carriedRps = first !== undefined && !first.isUpperBound && first.load >= 1 ? first.atRps : goodput?.mean
  const most = rps - (offered?.mean ?? 0) + (carriedRps ?? 0)
  const known = Math.max(0, ...points.filter(({ verdict }) => verdict === 'pass').map((point) => point.rps))
  return most > known && most < rps ? most : null
}
