import type { FieldProps, Of } from './field.ts'
import { FieldMessage } from './field-message.tsx'
import classes from './fields.module.css'
import { useDraft } from './use-draft.ts'

/** Free text; taken as it is typed, so that nothing is lost with the tab. */
export function TextField({ id, helpId, property, value, change }: FieldProps<string, Of<'text'>>) {
  const draft = useDraft({
    value,
    write: (text) => text,
    restore: change,
    accept: (text) =>
      change(text) === null ? null : `At most ${property.maxLength.toLocaleString('en-US')} characters`,
  })
  const Control = property.multiline ? 'textarea' : 'input'
  return (
    <>
      <Control
        id={id}
        className={classes.text}
        autoComplete="off"
        spellCheck={property.multiline === true}
        placeholder={property.placeholder}
        value={draft.text}
        aria-invalid={draft.refused}
        aria-describedby={`${id}-message ${helpId}`}
        onChange={(event) => draft.type(event.currentTarget.value)}
        onFocus={draft.forget}
        onBlur={draft.settle}
        onKeyDown={draft.cancel}
      />
      <FieldMessage id={`${id}-message`} message={draft.message} refused={draft.refused} />
    </>
  )
}
