/** The median. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/**
 * How well two series can be distinguished: the probability that a number of the second exceeds one of the first, ties as half
 * (the area under the ROC curve, from the ranks as in the Mann–Whitney test). 0.5 is not at all.
 */
export function separability(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((value) => ({ value, isSecond: 0 })), ...second.map((value) => ({ value, isSecond: 1 }))]
  all.sort((a, b) => a.value - b.value)
  let rankSum = 0
  for (let start = 0; start < all.length; ) {
    let end = start
    while (end < all.length && all[end]?.value === all[start]?.value) end++
    const rank = (start + end + 1) / 2
    for (const { isSecond } of all.slice(start, end)) rankSum += isSecond * rank
    start = end
  }
  return (rankSum - (second.length * (second.length + 1)) / 2) / (first.length * second.length)
}
