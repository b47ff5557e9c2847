/** A mean over independent runs. */
export interface Spread {
  readonly mean: number
  /** Half of the width of the 95 % confidence interval; null for one value, which tells nothing of its spread. */
  readonly halfWidth: number | null
  readonly lowest: number
  readonly highest: number
  readonly count: number
}

/** Mean and 95 % interval by Student's t; throws on no values. */
export function spreadOf(values: readonly number[]): Spread {
  const count = values.length
  if (count === 0) throw new Error('No values have no mean.')
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return {
    mean,
    halfWidth: count === 1 ? null : student95(count - 1) * Math.sqrt(squares / (count - 1) / count),
    lowest: values.reduce((least, value) => Math.min(least, value)),
    highest: values.reduce((most, value) => Math.max(most, value)),
    count,
  }
}

/** A two-sided point of Student's t: tabled up to 8 degrees of freedom, and of the normal distribution. */
interface Point {
  readonly tabled: readonly number[]
  readonly z: number
}
const T_95: Point = { tabled: [12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.306], z: 1.959964 }
const T_98: Point = { tabled: [31.8205, 6.96456, 4.5407, 3.74695, 3.36493, 3.14267, 2.99795, 2.89646], z: 2.326348 }

/** Two-sided 95 % point of Student's t for a whole number of degrees of freedom from 1, to within 0.001. */
export const student95 = (degrees: number): number => student(T_95, degrees)

/** Two-sided 98 % point, likewise: 2.82 at 9. */
export const student98 = (degrees: number): number => student(T_98, degrees)

/** Beyond the table by the expansion about the normal distribution (Abramowitz and Stegun 26.7.5). */
function student({ tabled, z }: Point, degrees: number): number {
  const known = tabled[degrees - 1]
  if (known !== undefined) return known
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  )
}
