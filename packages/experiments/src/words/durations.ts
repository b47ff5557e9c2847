import { formatNumber } from './numbers.ts'

const MS_PER = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** At least so long, in a round number as the terminal's options take it: `47s`, `25m`, `13h`. */
export function roughDuration(ms: number): string {
  const unit = (['d', 'h', 'm'] as const).find((one) => ms >= 2 * MS_PER[one]) ?? 's'
  return `${Math.ceil(ms / (unit === 's' ? 1000 : MS_PER[unit]))}${unit}`
}

/** Exactly so long, as the terminal's options take it. */
export const exactDuration = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`)

export const seconds = (ms: number): string => `${formatNumber(ms / 1000)} s`
