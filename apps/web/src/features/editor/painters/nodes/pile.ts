/** Dots of requests that wait; beyond these the number alone grows. */
const MOST_DOTS = 12
const DOTS_IN_ROW = 4

/** What waits for a node, as it is drawn: full rows of dots, and those above them. */
export interface Pile {
  readonly rows: number
  readonly rest: number
  /** How many wait. */
  readonly text: string
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** The pile of so many requests; null where none waits. */
export function pileOf(waiting: number): Pile | null {
  if (waiting < 1) return null
  const dots = Math.min(MOST_DOTS, Math.floor(waiting))
  return { rows: Math.floor(dots / DOTS_IN_ROW), rest: dots % DOTS_IN_ROW, text: whole.format(waiting) }
}

/** Shows on an element what waits, writes only what changed, and says whether anything did. */
export function createPile(element: HTMLElement): (waiting: number) => boolean {
  let shown: Pile | null = null
  return (waiting) => {
    const pile = pileOf(waiting)
    if (pile?.rows !== shown?.rows) element.style.setProperty('--rows', String(pile?.rows ?? 0))
    if (pile?.rest !== shown?.rest) element.style.setProperty('--rest', String(pile?.rest ?? 0))
    if (pile?.text !== shown?.text) element.textContent = pile?.text ?? ''
    const isNew = pile?.text !== shown?.text
    shown = pile
    return isNew
  }
}
