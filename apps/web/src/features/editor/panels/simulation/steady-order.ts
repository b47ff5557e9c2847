import { type FocusEvent, type PointerEvent, useState } from 'react'

/** Items in an order of keys, which has all of theirs. */
export function inOrder<T>(items: readonly T[], keyOf: (item: T) => string, order: readonly string[]): readonly T[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  return order.flatMap((key) => byKey.get(key) ?? [])
}

/** An order with keys that it does not have yet at its end. Null: there is nothing to keep, so that nothing lies under the pointer. */
export const withNew = (order: readonly string[], keys: readonly string[]): readonly string[] | null => {
  if (keys.length === 0) return null
  const known = new Set(order)
  const added = keys.filter((key) => !known.has(key))
  return added.length === 0 ? order : [...order, ...added]
}

/** Items that keep their places while the pointer is over the element with these handlers, or the keyboard's focus is in it. */
export function useSteadyOrder<T>(items: readonly T[], keyOf: (item: T) => string) {
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const keys = items.map(keyOf)
  const order = held && withNew(held, keys)
  if (order !== held) setHeld(order)
  const hold = () => setHeld(order ?? keys)
  return {
    items: order === null ? items : inOrder(items, keyOf, order),
    holding: {
      // Also what comes to lie under a pointer that rests.
      onPointerOver: hold,
      onPointerLeave: ({ currentTarget }: PointerEvent) =>
        currentTarget.querySelector(':focus-visible') === null && setHeld(null),
      // What a tap has the focus of is not held.
      onFocus: ({ target }: FocusEvent) => target.matches(':focus-visible') && hold(),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        !currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover') && setHeld(null),
    },
  }
}
