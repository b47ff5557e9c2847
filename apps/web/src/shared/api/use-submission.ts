import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * A mutation that is not begun again while it is under way, not even by a second submit or press in the same moment: before the
 * screen could show that it is. A button that is disabled meanwhile loses the focus. It has it again afterwards, or where it stays
 * disabled, as an emptied form's does, the first field.
 */
export function useSubmission<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options)
  const isUnderWay = useRef(false)
  const pressed = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (mutation.isPending) return
    // Once a form that takes over what was answered has disabled its button.
    setTimeout(() => {
      const button = pressed.current
      const next = button?.disabled ? button.form?.querySelector('input') : button
      // What has the focus now got it from somebody.
      if (document.activeElement === document.body) next?.focus()
    })
  }, [mutation.isPending])
  const mutate = (variables: Variables) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    pressed.current = document.activeElement as HTMLButtonElement
    mutation.mutate(variables, {
      onSettled: () => {
        isUnderWay.current = false
      },
    })
  }
  return { ...mutation, mutate }
}
