import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keepIfLost, takeKept } from './kept-text.ts'
import { profileQuery } from './profile.ts'

interface TypedText<Values> {
  readonly read: () => Values
  readonly write: (values: Values) => void
}

/** Writes into a form what its user had typed when the session ended. `form` names the form, the same after the next login. */
export function useKeptText<Values>(form: string, typed: TypedText<Values>): void {
  const email = useQuery(profileQuery).data?.email
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  useEffect(() => {
    if (email === undefined) return
    const values = takeKept(form, email)
    if (values !== undefined) latest.current.write(values as Values)
    return () => keepIfLost(form, { email, values: latest.current.read() })
  }, [form, email])
}
