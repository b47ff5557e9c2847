import type { NodeType } from '@plimsoll/catalog'
import type { Ref } from 'react'
import { KindIcon } from './kind-icon.tsx'
import classes from './node-card.module.css'

type NodeCardProps = {
  type: NodeType
  label: string
  summary: string
  /** Whether the box is smaller than the usual one, so that it takes smaller letters. */
  isSmall?: boolean
  /** The card, for `createCardLoad`. */
  ref?: Ref<HTMLDivElement>
}

/** The face of a node: icon, label, summary, and the waterline that `createCardLoad` raises. Fills the box that it is given. */
export function NodeCard({ type, label, summary, isSmall = false, ref }: NodeCardProps) {
  return (
    <div className={classes.root} data-small={isSmall || undefined} ref={ref}>
      <div className={classes.water} data-water="" aria-hidden="true" />
      <div className={classes.marks} aria-hidden="true" />
      <KindIcon type={type} size={26} />
      <span className={classes.label}>{label}</span>
      <span className={`${classes.load} figure`} data-load-figure="" />
      <span className={classes.summary}>{summary}</span>
      <span className={`${classes.figures} figure`} data-figures="" />
    </div>
  )
}
