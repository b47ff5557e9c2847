import type { ReactNode } from 'react'
import classes from './predict.module.css'

/** Why what was typed is not kept, or what is missing; nothing while it is null. */
export function FieldRefusal({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  if (children === null) return null
  return (
    <span id={id} role="alert" className={classes.refusal}>
      {children}
    </span>
  )
}
