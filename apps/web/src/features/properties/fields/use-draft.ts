import { type KeyboardEvent, useRef, useState } from 'react'

interface DraftOptions<V> {
  readonly value: V
  readonly write: (value: V) => string
  /** Takes the text, or says why not. */
  readonly accept: (text: string) => string | null
  /** Puts back the value from before the edit. */
  readonly restore: (value: V) => void
}

/**
 * A text being typed for a stored value. Each allowed text is taken as it is typed; while the text is refused, the
 * property has the value from before the edit: typing 1, 12, 129 over a 4 does not leave a 12 behind.
 */
export function useDraft<V>({ value, write, accept, restore }: DraftOptions<V>) {
  const [draft, setDraft] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const before = useRef(value)

  const type = (text: string) => {
    if (draft === null) before.current = value
    const reason = accept(text)
    if (reason !== null) restore(before.current)
    setDraft(text)
    setRefusal(reason)
  }
  const settle = () => setDraft(null)
  const forget = () => {
    setDraft(null)
    setRefusal(null)
  }
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || draft === null) return
    event.stopPropagation()
    restore(before.current)
    forget()
  }

  return {
    text: draft ?? write(value),
    refused: draft !== null && refusal !== null,
    message: draft === null && refusal !== null ? `Kept ${write(value) || 'empty'}. ${refusal}` : refusal,
    type,
    settle,
    forget,
    cancel,
  }
}
