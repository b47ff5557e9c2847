/** New capacity of an array: small ones double, large ones grow by an eighth. */
export const largerRoom = (room: number): number => (room < 4096 ? room * 2 : room + (room >> 3))

/** A larger copy; `width` elements belong together. */
export function grown<T extends Float64Array | Int32Array | Int16Array | Uint8Array | Uint16Array>(
  array: T,
  Kind: new (length: number) => T,
  width = 1,
): T {
  const larger = new Kind(largerRoom(array.length / width) * width)
  larger.set(array as never)
  return larger
}
