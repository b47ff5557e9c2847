/** Position of the last of these sorted times that is not after `time`; -1: all are. */
export function lastUpTo(times: readonly number[], time: number): number {
  let [from, to] = [0, times.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((times[middle] ?? Number.POSITIVE_INFINITY) <= time) from = middle + 1
    else to = middle
  }
  return from - 1
}
