import { autosave, pageViews } from '../../../stores/autosave/autosave.ts'
import { pageDocument } from '../../../stores/page-document.ts'
import type { EditorEnvironment } from './editor-session.ts'

/** What the editor session of this page is made with. */
export const browserEnvironment: EditorEnvironment = {
  document: pageDocument,
  leftViews: pageViews,
  autosave,
  storage: () => localStorage,
  isSmallScreen: () => matchMedia('(max-width: 48rem)').matches,
  now: () => performance.now(),
  onNextFrame: (act) => requestAnimationFrame(act),
}
