/** Whether two pieces of plain data are the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every((key) => key in other && isSame(one[key as never], other[key as never]))
}

/** `after`, with what is the same in `before` by the same objects; `before` itself where all is the same. */
export function kept<T extends object>(before: T, after: T): T {
  if (isSame(before, after)) return before
  const keys = Object.keys(after) as (keyof T)[]
  const values = keys.map((key) => [key, isSame(before[key], after[key]) ? before[key] : after[key]])
  return Object.fromEntries(values) as T
}
