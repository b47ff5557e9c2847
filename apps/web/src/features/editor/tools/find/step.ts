import { useDiagram } from '../../../../stores/diagram.ts'
import { announce } from '../../state/announcement.ts'
import { openOverlay } from '../../state/overlay.ts'
import { found, useSearch } from '../../state/search.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'
import { goTo } from './go-to.ts'

/** Goes to the next or the previous of what was last looked for; asks what to look for where that is nothing yet. */
export function stepThrough(viewport: ViewportControl, step: 1 | -1): void {
  const { typed, position } = useSearch.getState()
  if (typed.trim() === '') {
    openOverlay('find')
    return
  }
  const items = found(useDiagram.getState().flow, typed)
  const next = (position + step + items.length) % Math.max(1, items.length)
  const item = items[next]
  if (!item) {
    announce(`Nothing fits “${typed}”`)
    return
  }
  useSearch.setState({ position: next })
  goTo(item, viewport)
  announce(`${next + 1} of ${items.length}: ${item.title}`)
}
