import type { KeyboardEvent } from 'react'
import type { FieldProps, Of } from './field.ts'
import { FieldMessage } from './field-message.tsx'
import classes from './fields.module.css'
import { moved, parseNumber, stepOf } from './number-entry.ts'
import { useDraft } from './use-draft.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/** A number with its unit. Arrow keys step, with Shift or as Page keys ten times as far. */
export function NumberField({
  id,
  helpId,
  property,
  value,
  min,
  max,
  range,
  change,
}: FieldProps<number, Of<'number'>>) {
  const draft = useDraft({
    value,
    write: String,
    restore: change,
    accept: (text) => {
      const number = parseNumber(text)
      if (number === null) return text.includes(',') ? `Write 2.5 with a point: ${range}` : `A number: ${range}`
      if (property.integer && !Number.isInteger(number)) return `Whole numbers only: ${range}`
      return change(number) === null ? null : range
    },
  })

  const onKeyDown = (event: KeyboardEvent) => {
    draft.cancel(event)
    if (event.key === 'Enter' && !draft.refused) draft.settle()
    const steps = STEPS[event.key]
    if (steps === undefined) return
    event.preventDefault()
    const size = stepOf(value, { integer: property.integer, step: property.step, min, max })
    change(moved(value, steps * size * (event.shiftKey && Math.abs(steps) === 1 ? 10 : 1), { min, max }))
    draft.forget()
  }

  return (
    <>
      <span className={classes.number} data-refused={draft.refused || undefined}>
        <input
          id={id}
          className={classes.figure}
          type="text"
          inputMode={property.integer ? 'numeric' : 'decimal'}
          role="spinbutton"
          autoComplete="off"
          value={draft.text}
          aria-valuenow={value}
          aria-valuemin={min ?? undefined}
          aria-valuemax={max ?? undefined}
          aria-valuetext={property.unit === undefined ? draft.text : `${draft.text} ${property.unit}`}
          aria-invalid={draft.refused}
          aria-describedby={`${id}-message ${helpId}`}
          onChange={(event) => draft.type(event.currentTarget.value)}
          onFocus={(event) => {
            draft.forget()
            event.currentTarget.select()
          }}
          onBlur={draft.settle}
          onKeyDown={onKeyDown}
        />
        {property.unit !== undefined && (
          // Not a second label: that would change the name of the field.
          <span
            className={classes.unit}
            aria-hidden="true"
            onPointerUp={(event) => event.currentTarget.parentElement?.querySelector('input')?.focus()}
          >
            {property.unit}
          </span>
        )}
      </span>
      <FieldMessage id={`${id}-message`} message={draft.message} refused={draft.refused} />
    </>
  )
}
