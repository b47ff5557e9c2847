import { useSession } from '../../stores/session.ts'

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
