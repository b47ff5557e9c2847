import type { NodeType } from '@plimsoll/catalog'
import type { Ref } from 'react'
import { KindIcon } from './kind-icon.tsx'
import classes from './node-card.module.css'

type NodeCardProps = {
  type: NodeType
  label: string
  summary: string
  /** The card, for `createCardLoad`. */
  ref?: Ref<HTMLDivElement>
}

/** The face of a node: icon, label, summary, and the waterline that `createCardLoad` raises. Fills the box that it is given. */
export function NodeCard({ type, label, summary, ref }: NodeCardProps) {
  return (
    <div className={classes.root} ref={ref}>
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
