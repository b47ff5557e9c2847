/** What a case allows: see the head of `live.json`. */
export interface Tolerance {
  readonly rule: string
  readonly abs?: number
  readonly metrics?: Readonly<Record<string, { readonly rel?: number; readonly abs?: number }>>
}

/** Two-sided 95 % point of Student's t with 9 degrees of freedom: ten replications. */
const T_95 = 2.262

/** Lists where the measured figures leave the expected ones, each with its path; empty when the case is met. */
export function findMisses(expected: unknown, measured: unknown, tolerance: Tolerance, path = ''): string[] {
  if (typeof expected === 'number' && typeof measured === 'number') {
    const allowed = tolerance.abs ?? 1e-6 * Math.max(1, Math.abs(expected))
    return Math.abs(measured - expected) <= allowed ? [] : [`${path}: ${measured} instead of ${expected} ± ${allowed}`]
  }
  if (Array.isArray(expected) && Array.isArray(measured) && expected.length !== measured.length) {
    return [`${path}: ${measured.length} items instead of ${expected.length}`]
  }
  if (typeof expected === 'object' && expected !== null && typeof measured === 'object' && measured !== null) {
    return Object.entries(expected).flatMap(([key, value]) =>
      findMisses(value, Reflect.get(measured, key), tolerance, `${path}.${key}`),
    )
  }
  return expected === measured ? [] : [`${path}: ${measured} instead of ${expected}`]
}

/** The same for figures measured once for each of ten seeds. */
export function findMissesOfMeans(
  expected: Readonly<Record<string, number>>,
  replications: readonly Readonly<Record<string, number>>[],
  { metrics = {} }: Tolerance,
): string[] {
  return Object.entries(expected).flatMap(([key, value]) => {
    const { rel, abs } = metrics[key] ?? {}
    const allowed = rel === undefined ? (abs ?? 0) : rel * value
    const figures = replications.map((figure) => figure[key] ?? Number.NaN)
    const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length
    const variance = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0) / (figures.length - 1)
    const halfWidth = T_95 * Math.sqrt(variance / figures.length)
    const met = halfWidth <= allowed && Math.abs(mean - value) <= allowed + halfWidth
    return met ? [] : [`.${key}: ${mean} ± ${halfWidth} instead of ${value} ± ${allowed}`]
  })
}
