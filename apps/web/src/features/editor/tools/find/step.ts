import type { EditorSession } from '../../session/editor-session.ts'
import { announce } from '../../state/announcement.ts'
import { openOverlay } from '../../state/overlay.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'
import { goTo } from './go-to.ts'

/** Goes to the next or the previous of what was last looked for; asks what to look for where that is nothing yet. */
export function stepThrough(session: EditorSession, viewport: ViewportControl, step: 1 | -1): void {
  const { typed, position } = session.search.store.getState()
  if (typed.trim() === '') {
    openOverlay(session, 'find')
    return
  }
  const items = session.search.found(session.document.getState().flow, typed)
  const next = (position + step + items.length) % Math.max(1, items.length)
  const item = items[next]
  if (!item) {
    announce(session, `Nothing fits “${typed}”`)
    return
  }
  session.search.store.setState({ position: next })
  goTo(session, item, viewport)
  announce(session, `${next + 1} of ${items.length}: ${item.title}`)
}
