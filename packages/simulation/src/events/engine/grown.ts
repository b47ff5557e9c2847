/** The same numbers with room for twice as many. */
export function grown<T extends Float64Array | Int32Array | Uint8Array | Uint16Array>(
  array: T,
  Kind: new (length: number) => T,
): T {
  const larger = new Kind(array.length * 2)
  larger.set(array as never)
  return larger
}
