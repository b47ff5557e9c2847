import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type FieldProps, MIXED } from './field.ts'
import { useEdit } from './use-edit.ts'

/** After so long without a key the edit is committed: it is one step, and Escape reverts only what comes after it. In ms. */
const COMMIT_AFTER_MS = 500

/** How long a message about a value that was kept stands, in ms. */
const MESSAGE_MS = 8_000

/** The value that a text stands for, or why it stands for none. */
export type Read<V> = { readonly value: V } | { readonly refusal: string }

interface DraftOptions<V> extends Pick<FieldProps<V>, 'value' | 'isTakenLate' | 'change' | 'takeBack'> {
  readonly write: (value: V) => string
  readonly read: (text: string) => Read<V>
}

/** A text that is not what the stored value is written as. */
interface Draft<V> {
  readonly text: string
  readonly refusal: string | null
  /** The value beside it. When that is another, somebody else changed it, and the draft is out of date. */
  readonly value: V | undefined
  /** Whether it is still to be taken. */
  readonly isPending?: boolean
  /** Whether it was taken for good, and is shown as it was typed. */
  readonly isCommitted?: boolean
}

/**
 * A text being typed for a stored value. Each allowed text is taken as it is typed; while the text is refused, the
 * property has the value from before the edit: typing 1, 12, 129 over a 4 does not leave a 12 behind. All that is typed
 * until a pause or until the field is left is one step, and none when it comes to nothing. With many selected it is taken when it is done.
 */
export function useDraft<V>({ value, isTakenLate, change, takeBack, write, read }: DraftOptions<V>) {
  const edit = useEdit({ value, change, takeBack })
  const [stored, setDraft] = useState<Draft<V> | null>(null)
  const [kept, setKept] = useState<string | null>(null)
  const draft = stored !== null && Object.is(stored.value, value) ? stored : null
  const written = value === undefined ? '' : write(value)

  const pause = usePause(() => {
    if (draft === null || draft.refusal !== null) return
    edit.end()
    setDraft({ text: draft.text, refusal: null, value: draft.value, isCommitted: true })
  }, COMMIT_AFTER_MS)
  const messageTime = usePause(() => setKept(null), MESSAGE_MS)

  const type = (text: string) => {
    if (draft === null || draft.isCommitted) edit.end()
    if (!isTakenLate) pause.begin()
    setKept(null)
    setDraft(isTakenLate ? { text, refusal: null, value, isPending: true } : taken(text))
  }
  const taken = (text: string): Draft<V> => {
    const before = edit.before()
    const next = read(text)
    const isAsBefore = text === (before === undefined ? '' : write(before))
    const refusal = isAsBefore ? null : 'refusal' in next ? next.refusal : edit.set(next.value)
    if (isAsBefore || refusal !== null) edit.revert()
    return { text, refusal, value: isAsBefore || 'refusal' in next || refusal !== null ? before : next.value }
  }
  const forget = () => {
    pause.end()
    edit.end()
    setDraft(null)
    setKept(null)
  }
  /** Sets it otherwise than by typing. */
  const set = (next: V) => {
    if (stored !== null) forget()
    edit.set(next)
  }
  const done = () => (draft?.isPending ? taken(draft.text) : draft)
  /** Ends what is typed; a text that is refused stays, to be corrected. */
  const enter = () => {
    const last = done()
    if (last?.refusal) setDraft(last)
    else forget()
  }
  const settle = () => {
    const last = done()
    forget()
    if (last?.refusal) showKept(last.refusal)
  }
  const showKept = (refusal: string) => {
    const reason = refusal.slice(0, 1).toLowerCase() + refusal.slice(1)
    setKept(`Kept ${value === undefined ? MIXED.toLowerCase() : written || 'empty'}: ${reason}`)
    messageTime.begin()
  }
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || draft === null || draft.isCommitted) return
    event.stopPropagation()
    edit.revert({ isRedoable: true })
    forget()
  }

  return {
    text: draft?.text ?? written,
    isPending: draft?.isPending === true,
    refused: draft !== null && draft.refusal !== null,
    message: draft === null ? kept : draft.refusal,
    set,
    type,
    enter,
    settle,
    forget,
    cancel,
  }
}

/** Calls back once nothing has begun anew for so long; never after the field is gone. */
function usePause(act: () => void, ms: number) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(act)
  latest.current = act
  const end = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const begin = () => {
    end()
    timer.current = setTimeout(() => latest.current(), ms)
  }
  return { begin, end }
}
