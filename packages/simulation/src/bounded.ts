/** `value` within the bounds; what is not a number counts as the lower one. */
export const bounded = (value: number, min: number, max: number): number =>
  typeof value === 'number' && value > min ? Math.min(value, max) : min

/** The table's own entry for `key`, or for `fallback` where it has none. */
export const entryOf = <K extends string, V>(table: Readonly<Record<K, V>>, key: K, fallback: K): V =>
  table[Object.hasOwn(table, key) ? key : fallback]
