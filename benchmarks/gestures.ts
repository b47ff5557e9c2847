import type { Page } from '@playwright/test'

/** `roam` is a pan so far that what is near the view changes several times. */
export const GESTURES = ['pan', 'roam', 'zoom', 'drag'] as const
export type Gesture = (typeof GESTURES)[number]

const FRAMES = 40

/** Makes one step of a gesture in every frame and gives the mean time of a frame, in ms. The board ends as it began. */
export function frameTime(page: Page, gesture: Gesture): Promise<number> {
  return page.evaluate(measure, { gesture, frames: FRAMES })
}

/** Runs in the page. */
async function measure({ gesture, frames }: { gesture: Gesture; frames: number }): Promise<number> {
  const pane = document.querySelector('.react-flow__pane')
  if (!pane) throw new Error('There is no React Flow in this page.')
  const box = pane.getBoundingClientRect()
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const isElement = (element: Element) => element.closest('.react-flow__node, .react-flow__edge') !== null
  /** The point nearest to the centre where no node and no edge is pressed: who presses one pans nothing. */
  const empty = () => {
    for (let reach = 0; reach < box.height / 2; reach += 2)
      for (let side = 0; side < 8; side += 1) {
        const angle = (side * Math.PI) / 4
        const at = { x: centre.x + reach * Math.cos(angle), y: centre.y + reach * Math.sin(angle) }
        if (!document.elementsFromPoint(at.x, at.y).some(isElement)) return at
      }
    throw new Error('Nothing of the canvas is empty.')
  }

  const nodes = [...document.querySelectorAll('.react-flow__node')]
  const middleOf = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  }
  const distance = (element: Element) => {
    const { x, y } = middleOf(element)
    return Math.hypot(x - centre.x, y - centre.y)
  }
  const middle = nodes.sort((a, b) => distance(a) - distance(b))[0]
  const target = gesture === 'drag' ? middle : pane
  if (!target) throw new Error('There is no node in view.')

  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

  /** As a browser does: the event of the pointer, and then that of the mouse. */
  const press = (action: 'down' | 'move' | 'up', on: EventTarget, { x, y }: { x: number; y: number }) => {
    const init = {
      bubbles: true,
      cancelable: true,
      view: window,
      clientX: x,
      clientY: y,
      buttons: action === 'up' ? 0 : 1,
    }
    on.dispatchEvent(
      new PointerEvent(`pointer${action}`, { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true }),
    )
    on.dispatchEvent(new MouseEvent(`mouse${action}`, init))
  }
  const wheel = (deltaY: number) =>
    pane.dispatchEvent(
      new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: centre.x, clientY: centre.y, deltaY }),
    )
  const reach = gesture === 'roam' ? 3 : 1
  // The editor leads a press that follows a move of the viewport at once to what lies there: the next gesture begins at rest.
  while (document.querySelector('[data-moving]')) await nextFrame()
  const from = gesture === 'drag' ? middleOf(target) : gesture === 'zoom' ? centre : empty()
  /** Once around, and back to where it began. */
  const place = (turn: number) => ({
    x: from.x + reach * 150 * Math.sin(2 * Math.PI * turn),
    y: from.y + reach * 100 * (1 - Math.cos(2 * Math.PI * turn)),
  })
  const step = (turn: number) => {
    if (gesture === 'zoom') wheel(turn < 0.5 ? -12 : 12)
    else press('move', window, place(turn))
  }

  if (gesture !== 'zoom') press('down', target, from)
  await nextFrame()
  const began = performance.now()
  for (let frame = 1; frame <= frames; frame += 1) {
    step(frame / frames)
    await nextFrame()
  }
  const mean = (performance.now() - began) / frames
  if (gesture !== 'zoom') press('up', window, from)
  await nextFrame()
  return mean
}
