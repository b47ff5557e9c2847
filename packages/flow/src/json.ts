export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Whether all numbers in a value are finite. Iterative, because deeply nested input would overflow the call stack. */
export function isFiniteJson(value: unknown): boolean {
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'number' && !Number.isFinite(next)) return false
    if (typeof next !== 'object' || next === null) continue
    for (const inner of Object.values(next)) open.push(inner)
  }
  return true
}

/** Whether JSON can hold the value as it is. */
export function isJson(value: unknown): boolean {
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (next === null || typeof next === 'string' || typeof next === 'boolean' || isFiniteNumber(next)) continue
    if (Array.isArray(next)) for (const item of next) open.push(item)
    else if (isPlainObject(next)) for (const item of Object.values(next)) open.push(item)
    else return false
  }
  return true
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Whether two values are the same JSON; keys of objects count in any order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => isSameJson(item, b[at]))
    )
  }
  const [left, right] = [Object.entries(a), b as Record<string, unknown>]
  const isSameSize = left.length === Object.keys(right).length
  return isSameSize && left.every(([key, value]) => Object.hasOwn(right, key) && isSameJson(value, right[key]))
}
