import type { FoundLoad } from '../capacity/capacity-here.ts'

interface ChangeOfLoad {
  /** How much more a design carries, rps; null: of one no highest load is known. */
  readonly difference: number | null
  /** Between which that lies; null: not known. */
  readonly lower: number | null
  readonly upper: number | null
  /** The intervals of both have nothing in common. */
  readonly isSure: boolean
}

export function changeOfLoad({ capacity: before }: FoundLoad, { capacity: after }: FoundLoad): ChangeOfLoad {
  if (before?.mean == null || after?.mean == null) return { difference: null, lower: null, upper: null, isSure: false }
  const less = (one: number | null, other: number | null) => (one === null || other === null ? null : one - other)
  const [lower, upper] = [less(after.lower, before.upper), less(after.upper, before.lower)]
  const isSure = lower !== null && upper !== null && (lower >= 0 || upper <= 0)
  return { difference: after.mean - before.mean, lower, upper, isSure }
}
