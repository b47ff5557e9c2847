import type { Option } from '@plimsoll/catalog'
import { ChevronDown } from 'lucide-react'
import { MIXED } from './field.ts'
import classes from './fields.module.css'

interface SelectProps {
  readonly id: string
  readonly helpId?: string
  /** Undefined where the selected elements differ. */
  readonly value: string | undefined
  readonly options: readonly Option[]
  /** What stands there for a value that is none of the options. */
  readonly otherwise?: string
  readonly change: (value: string) => void
}

/** No option's own value. */
const OF_SEVERAL = ' several '

/** The browser's own select, which every keyboard, screen reader and phone already knows. */
export function Select({ id, helpId, value, options, otherwise = MIXED, change }: SelectProps) {
  const isOffered = options.some((option) => option.value === value)
  return (
    <span className={classes.choice}>
      <select
        id={id}
        className={classes.select}
        value={value ?? OF_SEVERAL}
        aria-describedby={helpId}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {!isOffered && (
          <option value={value ?? OF_SEVERAL} hidden>
            {otherwise}
          </option>
        )}
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
