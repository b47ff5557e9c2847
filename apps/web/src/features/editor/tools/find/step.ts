import { useDiagram } from '../../../../stores/diagram.ts'
import { announce } from '../../state/announcement.ts'
import { openOverlay } from '../../state/overlay.ts'
import { found, useSearch } from '../../state/search.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'
import { goTo } from './go-to.ts'

/** Goes to the next or the previous of what was last looked for; asks what to look for where that is nothing yet. */
export function stepThrough(view: ViewportControl, step: 1 | -1): void {
  const { typed, position } = useSearch.getState()
  if (typed.trim() === '') {
    openOverlay('find')
    return
  }
  const places = found(useDiagram.getState().flow, typed)
  const next = (position + step + places.length) % Math.max(1, places.length)
  const place = places[next]
  if (!place) {
    announce(`Nothing fits “${typed}”`)
    return
  }
  useSearch.setState({ position: next })
  goTo(place, view)
  announce(`${next + 1} of ${places.length}: ${place.title}`)
}
