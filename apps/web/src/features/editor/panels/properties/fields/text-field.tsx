import type { KeyboardEvent } from 'react'
import { type FieldProps, MIXED, type Of } from './field.ts'
import { FieldMessage } from './field-message.tsx'
import classes from './fields.module.css'
import { useDraft } from './use-draft.ts'

const itself = (text: string) => text

/** Free text; taken as it is typed, so that nothing is lost with the tab. */
export function TextField(props: FieldProps<string, Of<'text'>>) {
  const { id, helpId, property, value } = props
  const draft = useDraft({ ...props, write: itself, read: (text) => ({ value: text }) })
  const Control = property.multiline ? 'textarea' : 'input'
  const onKeyDown = (event: KeyboardEvent) => {
    draft.cancel(event)
    // In a long text a line is done with it: Escape takes back the one that is being typed.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) draft.enter()
  }
  return (
    <>
      <Control
        id={id}
        className={classes.text}
        autoComplete="off"
        spellCheck={property.multiline === true}
        placeholder={value === undefined ? MIXED : property.placeholder}
        value={draft.text}
        aria-invalid={draft.refused}
        aria-describedby={`${id}-message ${helpId}`}
        onChange={(event) => draft.type(event.currentTarget.value)}
        onFocus={draft.forget}
        onBlur={draft.settle}
        onKeyDown={onKeyDown}
      />
      <FieldMessage id={`${id}-message`} message={draft.message} refused={draft.refused} />
    </>
  )
}
