import { ChevronDown } from 'lucide-react'
import type { FieldProps, Of } from './field.ts'
import classes from './fields.module.css'

/** One of a set: the browser's own select, which every keyboard, screen reader and phone already knows. */
export function ChoiceField({
  id,
  helpId,
  value,
  options,
  change,
}: FieldProps<string, Of<'choice'> | Of<'dependent-choice'>>) {
  return (
    <span className={classes.choice}>
      <select
        id={id}
        className={classes.select}
        value={value}
        aria-describedby={helpId}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden="true" className={classes.chevron} />
    </span>
  )
}
