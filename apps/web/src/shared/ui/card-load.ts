import { type Water, waterOf } from '../scene/water.ts'

/**
 * Sets the water in a `NodeCard` to a utilization (0 to 1; null at rest), and the mark of its 95th percentile, without drawing the card anew. It is called four times a second
 * for every card in view, so it writes only what changed by a whole percent, and says whether anything did.
 */
export function createCardLoad(card: HTMLElement): (utilization: number | null, p95?: number | null) => boolean {
  const element = card.querySelector<HTMLElement>('[data-water]')
  const figure = document.createTextNode('')
  card.querySelector('[data-load-figure]')?.replaceChildren(figure)
  let shown = waterOf(null)
  return (utilization, p95 = null) => {
    const water = waterOf(utilization, p95)
    if (!element) return false
    if (water?.figure === shown?.figure && water?.level === shown?.level && isSamePeak(water, shown)) return false
    if (water?.level !== shown?.level) {
      if (water) element.dataset.load = water.level
      else delete element.dataset.load
      element.style.setProperty('--water', water && `var(${water.color})`)
      element.style.setProperty('--waterline', water && `var(${water.lineColor})`)
    }
    figure.data = water?.figure ?? ''
    if (!isSamePeak(water, shown)) showPeak(element, water?.peak ?? null)
    element.style.backgroundSize = `100% 2px, 10px ${water?.percent ?? 0}%, 100% ${water?.percent ?? 0}%`
    shown = water
    return true
  }
}

const isSamePeak = (one: Water | null, other: Water | null): boolean =>
  one?.peak?.percent === other?.peak?.percent && one?.peak?.color === other?.peak?.color

function showPeak({ style }: HTMLElement, peak: Water['peak']): void {
  style.setProperty('--peak', peak && `var(${peak.color})`)
  style.setProperty('--peak-from-top', peak && `${100 - peak.percent}%`)
}
