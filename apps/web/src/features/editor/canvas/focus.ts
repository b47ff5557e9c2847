/** Id of the card that has the focus. */
export function focusedCard(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('.react-flow__node')?.dataset.id
}

/** Puts the focus on a card as soon as it is in the page: one that was just added or brought into view takes a frame or two. */
export function focusCard(id: string): void {
  focusWhenThere(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
}

export function focusLine(id: string): void {
  focusWhenThere(`.react-flow__edge[data-id="${CSS.escape(id)}"]`)
}

function focusWhenThere(selector: string, frames = 30): void {
  const element = document.querySelector<HTMLElement | SVGElement>(selector)
  if (element) element.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusWhenThere(selector, frames - 1))
}
