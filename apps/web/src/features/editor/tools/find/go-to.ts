import type { SearchItem } from '../../core/search/search-items.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { focusOn } from '../../ui/focus.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'

/** Selects it, brings it into view and gives it the focus. */
export function goTo(
  session: EditorSession,
  { id, of }: Pick<SearchItem, 'id' | 'of'>,
  viewport: ViewportControl,
): void {
  session.document.getState().select({ [of]: [id] })
  viewport.reveal(id)
  focusOn(id)
}
