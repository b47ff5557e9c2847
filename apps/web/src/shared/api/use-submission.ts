import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that is not begun again while it is under way, not even by a second submit or press in the same moment: before the
 * screen could show that it is.
 */
export function useSubmission<Data, Variables>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options)
  const isUnderWay = useRef(false)
  const mutate = (variables: Variables) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutation.mutate(variables, {
      onSettled: () => {
        isUnderWay.current = false
      },
    })
  }
  return { ...mutation, mutate }
}
