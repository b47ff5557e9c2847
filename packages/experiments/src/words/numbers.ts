const MOST_DECIMALS = 9
/** Made once: `toLocaleString` makes a format for each number. */
const SIGNIFICANT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 })
const WITH_DECIMALS = Array.from(
  { length: MOST_DECIMALS + 1 },
  (_, maximumFractionDigits) => new Intl.NumberFormat('en-US', { maximumFractionDigits }),
)

/** A number with so many decimals at most. */
const withDecimals = (value: number, decimals: number): string =>
  WITH_DECIMALS[decimals]?.format(value) ?? String(value)

/** 1,234 or 12.3 or 0.012: two to four digits that count, thousands set apart. */
export function formatNumber(value: number): string {
  const size = Math.abs(value)
  if (size > 0 && size < 1e-6) return value.toExponential(1)
  if (size < 1) return SIGNIFICANT.format(value)
  return withDecimals(value, size >= 100 ? 0 : size >= 10 ? 1 : 2)
}

/** `1 run` or `1,200 runs`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  const text = formatNumber(count)
  return `${text} ${text === '1' ? one : several}`
}

/** `1 of 1 run`, `950 of 1,200 runs`. */
export const countedOf = (some: number, all: number, one: string): string =>
  `${formatNumber(some)} of ${counted(all, one)}`

/** 0 to 1 as `72 %`, with decimals where that would hide that it is not 0 or not 100. */
export function formatShare(share: number): string {
  const percent = 100 * share
  const fromEdge = Math.min(percent, 100 - percent)
  const decimals = fromEdge > 0 && fromEdge < 1 ? Math.min(MOST_DECIMALS, Math.ceil(-Math.log10(fromEdge)) || 1) : 0
  return `${withDecimals(percent, decimals)} %`
}

/** A text of a flow without what would steer a terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')
