/** Correlation that is taken for none. */
const NEGLIGIBLE = 0.05

/**
 * How long a run remembers how full it is, in slices: half of one, and the autocorrelation of the slices summed until it is negligible.
 * It is pooled over the replications about one mean, since those that never saw the long queue would each find a mean of their own.
 */
export function relaxationSlices(replications: readonly (readonly number[])[]): number {
  const all = replications.flat()
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length
  const covariance = (lag: number) => {
    let [sum, pairs] = [0, 0]
    for (const values of replications) {
      for (let index = lag; index < values.length; index += 1) {
        sum += ((values[index] ?? 0) - mean) * ((values[index - lag] ?? 0) - mean)
        pairs += 1
      }
    }
    return pairs === 0 ? 0 : sum / pairs
  }
  const variance = covariance(0)
  let relaxation = 0.5
  if (!(variance > 0)) return relaxation
  const longest = Math.max(...replications.map(({ length }) => length))
  for (let lag = 1; lag < longest; lag += 1) {
    const correlation = covariance(lag) / variance
    if (correlation < NEGLIGIBLE) break
    relaxation += correlation
  }
  return relaxation
}
