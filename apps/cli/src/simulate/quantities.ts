const MS_PER = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `500ms`, `30s`, `1.5m`, `2h`, `1d` in ms; null for anything else, and for nothing. */
export function readDuration(text: string): number | null {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  const durationMs = Number(number) * (MS_PER[unit as keyof typeof MS_PER] ?? Number.NaN)
  return durationMs > 0 && Number.isFinite(durationMs) ? durationMs : null
}

/** At least so long, in a round number that `readDuration` understands: `47s`, `25m`, `13h`. */
export function roughDuration(ms: number): string {
  const unit = (['d', 'h', 'm'] as const).find((one) => ms >= 2 * MS_PER[one]) ?? 's'
  return `${Math.ceil(ms / MS_PER[unit])}${unit}`
}

/** Exactly so long, as `readDuration` understands it. */
export const exactDuration = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`)

/** A whole number within the bounds; null for anything else. */
export function readWholeNumber(text: string, { min, max }: { min: number; max: number }): number | null {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}

/** 1,234 or 12.3 or 0.012: two to four digits that count, thousands set apart. */
export function formatNumber(value: number): string {
  const size = Math.abs(value)
  if (size > 0 && size < 1e-6) return value.toExponential(1)
  if (size < 1) return value.toLocaleString('en-US', { maximumSignificantDigits: 2 })
  return value.toLocaleString('en-US', { maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : 2 })
}

/** 0 to 1 as `72 %`, with a decimal where that would hide that it is not 0 or not 100. */
export function formatShare(share: number): string {
  const percent = 100 * share
  const isEdge = (percent > 0 && percent < 1) || (percent > 99 && percent < 100)
  return `${percent.toLocaleString('en-US', { maximumFractionDigits: isEdge ? 1 : 0 })} %`
}

/** A text of a flow without what would steer a terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')
