const formats = [0, 1, 2].map(
  (places) => new Intl.NumberFormat('en-US', { minimumFractionDigits: places, maximumFractionDigits: places }),
)

export const decimals = (value: number, places: number): string => formats[places]?.format(value) ?? String(value)

/** With a decimal below a thousand, where it still tells something. */
export const short = (value: number): string => decimals(value, value < 1000 ? 1 : 0)

/** Utilization or share, 0 to 1, as a percentage. */
export const percent = (share: number, places = 0): string => `${decimals(share * 100, places)} %`
