import type { NodeType } from '@plimsoll/catalog'
import type { Ref } from 'react'
import { KindIcon } from './kind-icon.tsx'
import { loadLevel } from './load-level.ts'
import classes from './node-card.module.css'

type NodeCardProps = {
  type: NodeType
  label: string
  summary: string
  /** The card, for `showLoad`. */
  ref?: Ref<HTMLDivElement>
}

/** The face of a node: icon, label, summary, and the waterline that `showLoad` raises. Fills the box that it is given. */
export function NodeCard({ type, label, summary, ref }: NodeCardProps) {
  return (
    <div className={classes.root} ref={ref}>
      <div className={classes.hold} aria-hidden="true">
        <div className={classes.water} />
        <div className={classes.marks} />
      </div>
      <KindIcon type={type} size={26} />
      <span className={classes.label}>{label}</span>
      <span className={`${classes.load} figure`} data-load-figure="" />
      <span className={classes.summary}>{summary}</span>
    </div>
  )
}

/** Sets the water in a `NodeCard` to `utilization` (0 to 1; null at rest) without drawing the card anew. */
export function showLoad(card: HTMLElement, utilization: number | null): void {
  const figure = card.querySelector('[data-load-figure]')
  if (utilization === null) delete card.dataset.load
  else card.dataset.load = loadLevel(utilization)
  card.style.setProperty('--level', String(utilization ?? 0))
  if (figure) figure.textContent = utilization === null ? '' : `${Math.round(utilization * 100)} %`
}
