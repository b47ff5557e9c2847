import { useDiagram } from '../../../stores/diagram.ts'
import type { EditorEnvironment } from './editor-session.ts'

/** What the editor session of this page is made with. */
export const browserEnvironment: EditorEnvironment = {
  document: useDiagram,
  storage: () => localStorage,
  isSmallScreen: () => matchMedia('(max-width: 48rem)').matches,
  onNextFrame: (act) => requestAnimationFrame(act),
}
