const NODE = '.react-flow__node-card'
const GROUP = '.react-flow__node-frame'
const EDGE = '.react-flow__edge'

/** Id of the node that has the focus. */
export const focusedNode = (): string | undefined => idInFocus(NODE)

/** Id of the node, edge or group that has the focus. */
export const focusedElement = (): string | undefined => idInFocus(`${NODE}, ${EDGE}, ${GROUP}`)

/** Puts the focus on a node as soon as it is in the page: one that was just added or brought into view takes a frame or two. */
export const focusNode = (id: string): void => focusWhenThere(`${NODE}[data-id="${CSS.escape(id)}"]`)

/** Puts the focus on the first field of the properties, which takes a frame where the panel has to open; nothing where they are not shown. */
export const focusProperties = (): void =>
  void requestAnimationFrame(() => focusWhenThere('[data-panel=properties] :is(input, select, textarea)'))

export const focusEdge = (id: string): void => focusWhenThere(`${EDGE}[data-id="${CSS.escape(id)}"]`)

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
