import { type FieldProps, MIXED, type Of } from './field.ts'
import classes from './fields.module.css'

/** Yes or no; while the selected elements differ a box in between, which a switch cannot be. */
export function SwitchField({ id, helpId, value, change }: FieldProps<boolean, Of<'flag'> | Of<'mirror'>>) {
  const isMixed = value === undefined
  return (
    <span className={classes.flag}>
      {isMixed && <span className={classes.mixed}>{MIXED}</span>}
      <input
        key={String(isMixed)}
        ref={(input) => {
          if (input) input.indeterminate = isMixed
        }}
        id={id}
        type="checkbox"
        role={isMixed ? undefined : 'switch'}
        className={classes.switch}
        checked={value ?? false}
        aria-describedby={helpId}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </span>
  )
}
