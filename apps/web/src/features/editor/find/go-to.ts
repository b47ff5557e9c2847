import { useDiagram } from '../../../stores/diagram.ts'
import { focusOn } from '../canvas/focus.ts'
import type { View } from '../canvas/use-view.ts'
import type { Place } from './places.ts'

/** Selects it, brings it into view and gives it the focus. */
export function goTo({ id, of }: Pick<Place, 'id' | 'of'>, view: View): void {
  useDiagram.getState().select({ [of]: [id] })
  view.reveal(id)
  focusOn(id)
}
