import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

interface Mounted {
  readonly picture: SVGSVGElement
  readonly show: (shapes: readonly ReactElement[]) => void
  readonly remove: () => void
}

/** A place for shapes where nobody sees them, so that the browser measures them with the page's letters. */
export function mountPicture(): Mounted {
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  picture.setAttribute('aria-hidden', 'true')
  Object.assign(picture.style, {
    position: 'fixed',
    width: '0',
    height: '0',
    visibility: 'hidden',
    pointerEvents: 'none',
  })
  document.body.append(picture)
  const root = createRoot(picture)
  const show = (shapes: readonly ReactElement[]) => flushSync(() => root.render(shapes))
  const remove = () => {
    root.unmount()
    picture.remove()
  }
  return { picture, show, remove }
}

export const innerShapes = (picture: SVGSVGElement): string =>
  new XMLSerializer()
    .serializeToString(picture)
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '')
