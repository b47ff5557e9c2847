import type { Rng } from '@plimsoll/simulation'
import type { Scored } from '../model.ts'

/** The `count` items with the highest scores, best first; of equal ones the earlier first. */
export function bestOf<T>(items: readonly T[], scoreOf: (item: T) => number, count: number): readonly Scored<T>[] {
  const best: Scored<T>[] = []
  let toBeat = Number.NEGATIVE_INFINITY
  for (const item of items) {
    const score = scoreOf(item)
    if (score <= toBeat) continue
    let place = best.length
    while (place > 0 && (best[place - 1]?.score ?? score) < score) place -= 1
    best.splice(place, 0, { item, score })
    if (best.length > count) best.pop()
    if (best.length === count) toBeat = best[count - 1]?.score ?? toBeat
  }
  return best
}

/** One of the items, each with the chance of its part of all weights; undefined when there is none. */
export function pickByWeight<T>(items: readonly T[], weightOf: (item: T) => number, rng: Rng): T | undefined {
  let total = 0
  for (const item of items) total += weightOf(item)
  let draw = rng() * total
  for (const item of items) {
    draw -= weightOf(item)
    if (draw < 0) return item
  }
  return items.at(-1)
}
