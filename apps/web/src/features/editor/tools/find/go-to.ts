import { useDiagram } from '../../../../stores/diagram.ts'
import type { SearchItem } from '../../core/search/search-items.ts'
import { focusOn } from '../../ui/focus.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'

/** Selects it, brings it into view and gives it the focus. */
export function goTo({ id, of }: Pick<SearchItem, 'id' | 'of'>, viewport: ViewportControl): void {
  useDiagram.getState().select({ [of]: [id] })
  viewport.reveal(id)
  focusOn(id)
}
