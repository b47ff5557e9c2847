import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { focusNextRow } from '../../../../shared/ui/focus-next-row.ts'
import iconButton from '../../../../shared/ui/icon-button.module.css'
import panelButton from '../../ui/panel-button.module.css'
import { FieldRefusal } from './field-refusal.tsx'
import classes from './predict.module.css'

interface TextsFieldProps {
  readonly label: string
  readonly help: string
  readonly texts: readonly string[]
  /** Offered while one is typed. */
  readonly offered: readonly string[]
  readonly placeholder: string | undefined
  /** What is wrong with one; null: nothing. */
  readonly faultOf: (text: string) => string | null
  readonly onKeep: (texts: readonly string[]) => void
}

/** A list of texts to which one is added by typing. What is refused stays in the field with the reason. */
export function TextsField({ label, help, texts, offered, placeholder, faultOf, onKeep }: TextsFieldProps) {
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  function add(): void {
    const text = typed.trim()
    if (text === '') return
    const fault = texts.includes(text) ? `${text} is there already.` : faultOf(text)
    setRefusal(fault)
    if (fault !== null) return
    onKeep([...texts, text])
    setTyped('')
  }

  function remove(text: string): void {
    if (texts.length === 1) field.current?.focus()
    onKeep(texts.filter((one) => one !== text))
  }

  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {texts.length > 0 && (
        <ul className={classes.objectives}>
          {texts.map((text) => (
            <li key={text} ref={focusNextRow}>
              {text}
              <button
                type="button"
                className={iconButton.small}
                aria-label={`Remove ${text}`}
                onClick={() => remove(text)}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <span className={classes.entry}>
        <input
          ref={field}
          id={id}
          list={`${id}-offered`}
          autoComplete="off"
          placeholder={placeholder}
          value={typed}
          aria-describedby={refusal === null ? `${id}-help` : `${id}-help ${id}-refusal`}
          aria-invalid={refusal !== null}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            add()
          }}
        />
        <datalist id={`${id}-offered`}>
          {offered.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <button type="button" className={`${panelButton.root} ${classes.button}`} onClick={add}>
          Add
        </button>
      </span>
      <span id={`${id}-help`} className={classes.help}>
        {help}
      </span>
      <FieldRefusal id={`${id}-refusal`}>{refusal}</FieldRefusal>
    </div>
  )
}
