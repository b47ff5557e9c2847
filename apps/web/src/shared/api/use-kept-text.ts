import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSession } from '../../stores/session.ts'
import { profileQuery } from './profile.ts'

interface KeptText {
  readonly email: string
  readonly values: unknown
}

/** What was typed into a form when its session was lost, by the form. In the memory of the page, and for the same user only. */
const kept = new Map<string, KeptText>()

/** Keeps what was typed if the session of its user is lost by now; a form that is left otherwise is left. */
export function keepIfLost(form: string, text: KeptText): void {
  const { token, error } = useSession.getState()
  if (token === null && error !== null) kept.set(form, text)
}

/** Gives back what the user had typed, once. */
export function takeKept(form: string, email: string): unknown {
  const text = kept.get(form)
  kept.delete(form)
  return text?.email === email ? text.values : undefined
}

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
