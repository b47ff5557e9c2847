import type { EditorSession } from '../../session/editor-session.ts'
import { withPart } from '../../ui/with-part.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'
import { isFlowText } from './read/text-format.ts'

/*
 * What takes diagrams out of the editor and into it. Each function is complete in itself: it reads the document, and says what happened by
 * a toast. What does the work is loaded when it is first asked for.
 */

/** Saves the whole flow as a file that `importFile` reads again. */
export const exportJson = (session: EditorSession): Promise<void> =>
  withPart(import('./write/export-text.ts'), (it) => it.exportJson(session))

/** Saves the drawing as a Mermaid flowchart: kinds, labels, groups and ends, without places and properties. */
export const exportMermaid = (session: EditorSession): Promise<void> =>
  withPart(import('./write/export-text.ts'), (it) => it.exportMermaid(session))

/** Opens a file of JSON or Mermaid as a new board. A file that cannot be read changes nothing. */
export const importFile = (session: EditorSession, file: File): Promise<void> =>
  withPart(import('./read/import-flow.ts'), (it) => it.importFile(session, file))

/**
 * Adds a diagram in JSON or Mermaid to the document and selects it; with a viewport, where one looks. Gives back at once whether the text is
 * one; one that cannot be read changes nothing.
 */
export function importText(session: EditorSession, text: string, viewport?: ViewportControl): boolean {
  if (!isFlowText(text)) return false
  void withPart(import('./read/import-flow.ts'), (it) => it.addText(session, text, viewport))
  return true
}
