/** So much room has an array that grows: small ones double, large ones, which matter, gain a quarter. */
export const largerRoom = (room: number): number => (room < 4096 ? room * 2 : room + (room >> 2))

/** The same numbers with more room; `width` of them belong together. */
export function grown<T extends Float64Array | Int32Array | Uint8Array | Uint16Array>(
  array: T,
  Kind: new (length: number) => T,
  width = 1,
): T {
  const larger = new Kind(largerRoom(array.length / width) * width)
  larger.set(array as never)
  return larger
}
