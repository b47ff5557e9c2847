import { compareText } from './content.ts'

/** Where an element stands among others: by number, and by id where two people chose the same number. */
interface Place {
  readonly id: string
  readonly order: number
}

export const comparePlaces = (a: Place, b: Place): number => a.order - b.order || compareText(a.id, b.id)

/**
 * The numbers that put elements into the order of `ids`, for those whose number has to change or that have none. An element that stands
 * right keeps its number.
 */
export function newOrders(
  ids: readonly string[],
  orderOf: (id: string) => number | undefined,
): ReadonlyMap<string, number> {
  const orders = new Map<string, number>()
  let last: Place = { id: '', order: -1 }
  let waiting: string[] = []
  const place = (next: Place | null) => {
    const step = next === null ? 1 : (next.order - last.order) / (waiting.length + 1)
    waiting.forEach((id, index) => {
      orders.set(id, last.order + step * (index + 1))
    })
  }
  for (const id of ids) {
    const order = orderOf(id)
    const here = order === undefined ? null : { id, order }
    if (here === null || !isRoomFor(last, waiting.length, here)) {
      waiting.push(id)
      continue
    }
    place(here)
    last = here
    waiting = []
  }
  place(null)
  return orders
}

/** Whether so many others fit between two places, as far as numbers go. */
function isRoomFor(last: Place, others: number, next: Place): boolean {
  if (others === 0) return comparePlaces(last, next) < 0
  const step = (next.order - last.order) / (others + 1)
  return step > Math.abs(next.order) * Number.EPSILON * 4 && Number.isFinite(step)
}
