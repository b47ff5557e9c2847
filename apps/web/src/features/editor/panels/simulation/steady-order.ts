import { type FocusEvent, type PointerEvent, useState } from 'react'

/** Items in an order of keys; those that it does not have come after. */
export function inOrder<T>(items: readonly T[], keyOf: (item: T) => string, order: readonly string[]): readonly T[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  const known = order.flatMap((key) => byKey.get(key) ?? [])
  const isKnown = new Set(order)
  return [...known, ...items.filter((item) => !isKnown.has(keyOf(item)))]
}

/** Items that keep their places while the pointer is over the element with these handlers, or the keyboard's focus is in it. */
export function useSteadyOrder<T>(items: readonly T[], keyOf: (item: T) => string) {
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const hold = () => setOrder(order ?? items.map(keyOf))
  return {
    items: order === null ? items : inOrder(items, keyOf, order),
    holding: {
      onPointerEnter: hold,
      onFocus: hold,
      onPointerLeave: ({ currentTarget }: PointerEvent) =>
        currentTarget.querySelector(':focus-visible') === null && setOrder(null),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        !currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover') && setOrder(null),
    },
  }
}
