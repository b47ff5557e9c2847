import type { FoundLoad } from '../capacity/capacity-here.ts'

/** How much more a design carries, rps; null: of one no highest load is known. Sure: the intervals of both have nothing in common. */
export function changeOfLoad(
  { capacity: before }: FoundLoad,
  { capacity: after }: FoundLoad,
): { readonly difference: number | null; readonly isSure: boolean } {
  if (before?.mean == null || after?.mean == null) return { difference: null, isSure: false }
  const isAbove = (one: typeof before, other: typeof before) =>
    one.lower !== null && other.upper !== null && one.lower >= other.upper
  return { difference: after.mean - before.mean, isSure: isAbove(before, after) || isAbove(after, before) }
}
