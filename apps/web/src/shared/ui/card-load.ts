import { waterOf } from '../scene/water.ts'

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
