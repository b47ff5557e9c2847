const BANDS = [25, 10, 5] as const

/** The highest of 5, 10 and 25 percent that a share of all failures (0 to 1) lies above, else 0: what the mark of a reason shows. */
export function shareBand(share: number): 0 | (typeof BANDS)[number] {
  return BANDS.find((band) => share > band / 100) ?? 0
}
