import { Button } from '@mantine/core'
import { commentTextSchema } from '@plimsoll/contract'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { asRequestError } from '../../../../shared/api/client.ts'
import { useKeptText } from '../../../../shared/api/use-kept-text.ts'
import classes from './comments.module.css'
import { suggestionsAt } from './mention-suggestions.ts'

interface CommentFormProps {
  readonly label: string
  readonly submit: string
  readonly initial?: string
  /** Who can be mentioned. */
  readonly people: readonly string[]
  readonly isPending: boolean
  readonly error: Error | null
  readonly onSubmit: (text: string) => void
  readonly onCancel?: () => void
  readonly field?: RefObject<HTMLTextAreaElement | null>
  readonly hasFocus?: boolean
}

/** Takes the text of a comment, and offers names while one is typed after an @. Mod+Enter sends it. */
export function CommentForm(props: CommentFormProps) {
  const { label, submit, initial = '', people, isPending, error, onSubmit, onCancel, hasFocus = false } = props
  const own = useRef<HTMLTextAreaElement>(null)
  const field = props.field ?? own
  const id = useId()
  const [text, setText] = useState(initial)
  const [caret, setCaret] = useState(-1)
  const [position, setPosition] = useState(0)
  const suggestions = suggestionsAt(text, caret, people)
  useKeptText(`comment: ${label}`, { read: () => text, write: setText })
  const fault = text === '' ? undefined : commentTextSchema.safeParse({ text }).error?.issues[0]?.message
  const { message, errors = {} } = error ? asRequestError(error) : {}
  const refusal = fault ?? errors.text ?? message

  const send = () => {
    if (text.trim() !== '' && fault === undefined && !isPending) onSubmit(text)
  }
  const pick = (name: string) => {
    if (!suggestions || !field.current) return
    const before = `${text.slice(0, suggestions.from)}@${name} `
    setText(before + text.slice(caret))
    setCaret(-1)
    const element = field.current
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(before.length, before.length)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
      return
    }
    const isEscape = event.key === 'Escape'
    if (suggestions) {
      const { names } = suggestions
      const at = Math.min(position, names.length - 1)
      if (event.key === 'ArrowDown') setPosition((at + 1) % names.length)
      else if (event.key === 'ArrowUp') setPosition((at - 1 + names.length) % names.length)
      else if (event.key === 'Enter' || event.key === 'Tab') pick(names[at] ?? '')
      else if (isEscape) setCaret(-1)
      else return
      event.preventDefault()
      event.stopPropagation()
    } else if (isEscape && onCancel) {
      event.stopPropagation()
      onCancel()
    }
  }
  const follow = (element: HTMLTextAreaElement) => {
    setCaret(element.selectionStart === element.selectionEnd ? element.selectionEnd : -1)
    setPosition(0)
  }
  const chosen = suggestions && Math.min(position, suggestions.names.length - 1)
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        value={text}
        placeholder={people.length > 0 ? 'Type @ to mention somebody' : undefined}
        aria-autocomplete="list"
        aria-controls={`${id}-names`}
        aria-activedescendant={suggestions ? `${id}-name-${chosen}` : undefined}
        aria-invalid={refusal !== undefined}
        aria-describedby={refusal === undefined ? undefined : `${id}-fault`}
        // It appears where one has just asked to write.
        // biome-ignore lint/a11y/noAutofocus: see above.
        autoFocus={hasFocus}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          follow(currentTarget)
        }}
        onBlur={() => setCaret(-1)}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-names`} role="listbox" aria-label="People" className={classes.names} hidden={!suggestions}>
        {suggestions?.names.map((name, index) => (
          <div
            key={name}
            id={`${id}-name-${index}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            // The field keeps the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              pick(name)
            }}
          >
            {name}
          </div>
        ))}
      </div>
      {refusal !== undefined && (
        <p id={`${id}-fault`} className={classes.fault} role="alert">
          {refusal}
        </p>
      )}
      <div className={classes.ways}>
        <Button
          type="submit"
          size="compact-sm"
          loading={isPending}
          disabled={text.trim() === '' || fault !== undefined}
        >
          {submit}
        </Button>
        {onCancel && (
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
