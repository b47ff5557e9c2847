/** The most characters of a text of so many that have room; fewer than all of them, since all are known to be too wide. */
export function fittingLength(length: number, hasRoom: (characters: number) => boolean): number {
  let [fits, not] = [0, length]
  while (fits + 1 < not) {
    const middle = (fits + not) >> 1
    if (hasRoom(middle)) fits = middle
    else not = middle
  }
  return fits
}
