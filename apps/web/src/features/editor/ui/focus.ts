const CARD = '.react-flow__node-card'
const GROUP = '.react-flow__node-frame'
const LINE = '.react-flow__edge'

/** Id of the card that has the focus. */
export const focusedCard = (): string | undefined => idInFocus(CARD)

/** Id of the card, line or group that has the focus. */
export const focusedElement = (): string | undefined => idInFocus(`${CARD}, ${LINE}, ${GROUP}`)

/** Puts the focus on a card as soon as it is in the page: one that was just added or brought into view takes a frame or two. */
export const focusCard = (id: string): void => focusWhenThere(`${CARD}[data-id="${CSS.escape(id)}"]`)

export const focusLine = (id: string): void => focusWhenThere(`${LINE}[data-id="${CSS.escape(id)}"]`)

/** The same for anything on the canvas. */
export const focusOn = (id: string): void => focusWhenThere(`.react-flow [data-id="${CSS.escape(id)}"]`)

function idInFocus(selector: string): string | undefined {
  return document.activeElement?.closest<HTMLElement | SVGElement>(selector)?.dataset.id
}

function focusWhenThere(selector: string, frames = 30): void {
  const element = document.querySelector<HTMLElement | SVGElement>(selector)
  if (element) element.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusWhenThere(selector, frames - 1))
}
