const MS_PER = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A decimal number, such as `12`, `-0.5` or `1e6`; null for anything else. */
export const readNumber = (text: string): number | null =>
  /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : null

/** `500ms`, `30s`, `1.5m`, `2h`, `1d` in ms; null for anything else, and for nothing. */
export function readDuration(text: string): number | null {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  const durationMs = Number(number) * (MS_PER[unit as keyof typeof MS_PER] ?? Number.NaN)
  return durationMs > 0 && Number.isFinite(durationMs) ? durationMs : null
}

/** A whole number within the bounds; null for anything else. */
export function readWholeNumber(text: string, { min, max }: { min: number; max: number }): number | null {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}
