/** The plots of a page have one size, and room for the labels of their axes. */
export const PLOT = { width: 480, height: 220, left: 60, right: 20, top: 10, bottom: 34 } as const

/** At least so much, as 1, 2 or 5 times a power of ten. */
export function niceStep(least: number): number {
  if (!(least > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * 0.999999) ?? 10 * power
}

/** A coordinate. */
export const round = (value: number): number => Math.round(value * 10) / 10
