import type { NodeType } from '@plimsoll/catalog'
import type { Ref } from 'react'
import { waterOf } from '../scene/water.ts'
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
    </div>
  )
}

/**
 * Sets the water in a `NodeCard` to a utilization (0 to 1; null at rest) without drawing the card anew. It is called ten times a second
 * for every card in view, so it writes only what changed by a whole percent, and says whether anything did.
 */
export function createCardLoad(card: HTMLElement): (utilization: number | null) => boolean {
  const element = card.querySelector<HTMLElement>('[data-water]')
  const figure = document.createTextNode('')
  card.querySelector('[data-load-figure]')?.replaceChildren(figure)
  let shown = waterOf(null)
  return (utilization) => {
    const water = waterOf(utilization)
    if (!element || (water?.figure === shown?.figure && water?.level === shown?.level)) return false
    if (water?.level !== shown?.level) {
      if (water) element.dataset.load = water.level
      else delete element.dataset.load
      element.style.setProperty('--water', water && `var(${water.color})`)
      element.style.setProperty('--waterline', water && `var(${water.lineColor})`)
    }
    figure.data = water?.figure ?? ''
    element.style.backgroundSize = `10px ${water?.percent ?? 0}%, 100% ${water?.percent ?? 0}%`
    shown = water
    return true
  }
}
