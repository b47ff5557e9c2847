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
      <div className={classes.water} data-water="" aria-hidden="true" />
      <div className={classes.marks} aria-hidden="true" />
      <KindIcon type={type} size={26} />
      <span className={classes.label}>{label}</span>
      <span className={`${classes.load} figure`} data-load-figure="" />
      <span className={classes.summary}>{summary}</span>
    </div>
  )
}

/**
 * Sets the water in a `NodeCard` to `utilization` (0 to 1; null at rest) without drawing the card anew. It is called ten times a
 * second for every card in view, so it writes only what changed by a whole percent.
 */
export function showLoad(card: HTMLElement, utilization: number | null): void {
  const level = utilization === null ? undefined : loadLevel(utilization)
  if (card.dataset.load !== level) {
    if (level === undefined) delete card.dataset.load
    else card.dataset.load = level
  }
  const figure = card.querySelector('[data-load-figure]')
  const water = card.querySelector<HTMLElement>('[data-water]')
  const percent = Math.round((utilization ?? 0) * 100)
  const text = utilization === null ? '' : `${percent} %`
  if (!figure || !water || figure.textContent === text) return
  figure.textContent = text
  water.style.backgroundSize = `10px ${percent}%, 100% ${percent}%`
}
