import type { FieldProps, Of } from './field.ts'
import classes from './fields.module.css'

/** Yes or no. */
export function SwitchField({ id, helpId, value, change }: FieldProps<boolean, Of<'flag'> | Of<'mirror'>>) {
  return (
    <input
      id={id}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state itself
      role="switch"
      className={classes.switch}
      checked={value}
      aria-describedby={helpId}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
