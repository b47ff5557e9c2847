import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { FieldProps, Of } from './field.ts'
import { FieldMessage } from './field-message.tsx'
import classes from './fields.module.css'

type ListProps = FieldProps<readonly string[], Of<'list'>>

/**
 * Distinct texts as tags. Enter adds what is typed; every tag has a button that takes it out. Of several elements it
 * shows what all of them hold; each is given what is added, loses what is taken out, and keeps the rest of its own.
 */
export function ListField({ id, helpId, property, value = NONE, isMixed, change }: ListProps) {
  const [text, setText] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const offered = property.suggestions.filter((suggestion) => !value.includes(suggestion))

  const type = (next: string) => {
    setText(next)
    setMessage(null)
  }
  const add = (typed: string) => {
    const item = typed.trim()
    if (item === '') {
      if (typed !== '') setMessage('An entry needs a text')
      return
    }
    if (value.includes(item)) {
      setMessage(`${item} is already in the list`)
      return
    }
    setMessage(change((present) => (present.includes(item) ? present : [...present, item])))
    setText('')
  }
  const remove = (item: string) => {
    change((present) => present.filter((other) => other !== item))
    root.current?.querySelector('input')?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      add(text)
    }
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation()
      type('')
    }
    if (event.key === 'Backspace' && text === '') {
      const buttons = root.current?.querySelectorAll('button')
      buttons?.item(buttons.length - 1)?.focus()
    }
  }
  const onInput = (event: FormEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value
    if (isPicked(event.nativeEvent) && offered.includes(typed)) add(typed)
    else type(typed)
  }

  return (
    <>
      <div className={classes.list} ref={root} data-refused={message !== null || undefined}>
        {value.length > 0 && (
          <ul className={classes.tags}>
            {value.map((item) => (
              <li key={item} className={classes.tag}>
                <span className={classes.tagText}>{item}</span>
                <button
                  type="button"
                  className={classes.remove}
                  aria-label={`Remove ${item}`}
                  onClick={() => remove(item)}
                >
                  <X size={12} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          id={id}
          className={classes.add}
          type="text"
          autoComplete="off"
          list={`${id}-suggestions`}
          placeholder={isMixed ? 'Mixed; add to all' : value.length === 0 ? 'None; add one' : 'Add'}
          value={text}
          // What is typed is not on the board yet: undo is the browser's.
          data-own-undo={text !== '' || undefined}
          aria-invalid={message !== null}
          aria-describedby={`${id}-message ${helpId}`}
          onInput={onInput}
          onKeyDown={onKeyDown}
          onBlur={() => add(text)}
        />
        <datalist id={`${id}-suggestions`}>
          {offered.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      </div>
      <FieldMessage id={`${id}-message`} message={message} refused={message !== null} />
    </>
  )
}

const NONE: readonly string[] = []

/** A pick from the suggestions comes without the keys that would have typed it. */
const isPicked = (event: Event): boolean =>
  !(event instanceof InputEvent) || event.inputType === '' || event.inputType === 'insertReplacementText'
