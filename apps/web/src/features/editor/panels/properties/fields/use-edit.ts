import { useRef } from 'react'
import type { FieldProps } from './field.ts'

/**
 * Changes by one field that are undone as one, from the first until `end`. When they end where they began, there is no
 * step at all.
 */
export function useEdit<V>({ value, change, takeBack }: Pick<FieldProps<V>, 'value' | 'change' | 'takeBack'>) {
  const edit = useRef<{ readonly before: V | undefined; readonly step: object } | null>(null)

  /** Null when taken, else why not. */
  function set(next: V): string | null {
    const { before, step } = current()
    if (next === before) takeBack(step)
    return change(next, step)
  }

  /** Puts back what was there before the edit. */
  function revert(options: { readonly isRedoable?: boolean } = {}): void {
    const { before, step } = current()
    takeBack(step, options)
    if (before !== undefined) change(before, step)
  }

  const current = () => {
    edit.current ??= { before: value, step: {} }
    return edit.current
  }
  const end = () => {
    edit.current = null
  }
  return { before: () => current().before, set, revert, end }
}
