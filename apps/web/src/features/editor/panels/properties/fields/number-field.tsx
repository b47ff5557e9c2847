import { unitOf, withUnit } from '@plimsoll/catalog'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { type FieldProps, MIXED, type Of } from './field.ts'
import { FieldMessage } from './field-message.tsx'
import classes from './fields.module.css'
import { grouped, moved, parseNumber, stepOf } from './number-entry.ts'
import { Slider } from './slider.tsx'
import { type Read, useDraft } from './use-draft.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/** A number with its unit. Arrow keys step, with Shift or as Page keys ten times as far. */
export function NumberField(props: FieldProps<number, Of<'number'>>) {
  const { id, helpId, property, value, min, max, range } = props
  const draft = useDraft({ ...props, write: String, read: (text) => readNumber(text, property, range) })
  const limits = { min, max }
  const input = useRef<HTMLInputElement>(null)
  /** While it has the focus its text is as it is typed: without the commas of what is read. */
  const [hasFocus, setFocus] = useState(false)
  useLayoutEffect(() => {
    if (hasFocus) input.current?.select()
  }, [hasFocus])
  const shown = hasFocus || draft.refused ? draft.text : grouped(draft.text)

  const onKeyDown = (event: KeyboardEvent) => {
    draft.cancel(event)
    if (event.key === 'Enter') draft.enter()
    const steps = STEPS[event.key]
    if (steps === undefined) return
    event.preventDefault()
    if (draft.isPending) return draft.enter()
    if (value === undefined) return
    const size = stepOf(value, { integer: property.integer, step: property.step, ...limits })
    draft.set(moved(value, steps * size * (event.shiftKey && Math.abs(steps) === 1 ? 10 : 1), limits))
  }

  return (
    <>
      <span
        className={classes.number}
        data-refused={draft.refused || undefined}
        data-unit-named={isUnitNamed(property) || undefined}
      >
        <input
          ref={input}
          id={id}
          className={classes.figure}
          type="text"
          inputMode={property.integer ? 'numeric' : 'decimal'}
          role="spinbutton"
          autoComplete="off"
          placeholder={value === undefined ? MIXED : undefined}
          value={shown}
          aria-valuenow={value}
          aria-valuemin={min ?? undefined}
          aria-valuemax={max ?? undefined}
          aria-valuetext={value === undefined ? MIXED : withUnit(shown, property.unit ?? '')}
          aria-invalid={draft.refused}
          aria-describedby={`${id}-message ${helpId}`}
          onChange={(event) => draft.type(event.currentTarget.value)}
          onFocus={() => {
            draft.forget()
            setFocus(true)
          }}
          onBlur={() => {
            setFocus(false)
            draft.settle()
          }}
          onKeyDown={onKeyDown}
        />
        {property.unit !== undefined && (
          // Not a second label: that would change the name of the field.
          <span
            className={classes.unit}
            aria-hidden="true"
            onPointerUp={(event) => event.currentTarget.parentElement?.querySelector('input')?.focus()}
          >
            {unitOf(shown, property.unit)}
          </span>
        )}
      </span>
      {property.slider && (
        <Slider property={property} value={value} min={min} max={max} set={draft.set} end={draft.forget} />
      )}
      <FieldMessage id={`${id}-message`} message={draft.message} refused={draft.refused} />
    </>
  )
}

/** "Max connections" is of connections. */
const isUnitNamed = ({ label, unit }: Of<'number'>) => unit !== undefined && label.toLowerCase().endsWith(unit)

function readNumber(text: string, { integer }: Of<'number'>, range: string): Read<number> {
  const value = parseNumber(text)
  if (value === null)
    return {
      refusal: text.includes(',') ? `Must be written with a point, as 2.5: ${range}` : `Must be a number: ${range}`,
    }
  return integer && !Number.isInteger(value) ? { refusal: `Must be a whole number: ${range}` } : { value }
}
