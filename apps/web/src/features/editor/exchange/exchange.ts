import { toast } from '../../../shared/ui/toast.ts'
import type { View } from '../canvas/use-view.ts'
import { isDiagramText } from './read/sort-of-text.ts'

/*
 * What takes diagrams out of the editor and into it. Each function is complete in itself: it reads the board, and says what happened by
 * a toast. What does the work is loaded when it is first asked for.
 */

/** Saves the whole flow as a file that `importFile` reads again. */
export const exportJson = (): Promise<void> => arrived(import('./write/export-text.ts'), (it) => it.exportJson())

/** Opens a file of JSON or Mermaid as a new board. A file that cannot be read changes nothing. */
export const importFile = (file: File): Promise<void> =>
  arrived(import('./read/import-diagram.ts'), (it) => it.importFile(file))

/**
 * Adds a diagram in JSON or Mermaid to the board and selects it; with a view, where one looks. Gives back at once whether the text is
 * one; one that cannot be read changes nothing.
 */
export function importText(text: string, view?: View): boolean {
  if (!isDiagramText(text)) return false
  void arrived(import('./read/import-diagram.ts'), (it) => it.addText(text, view))
  return true
}

async function arrived<M>(module: Promise<M>, act: (module: M) => void | Promise<void>): Promise<void> {
  const loaded = await module.catch(() => null)
  if (loaded === null) toast.error('A part of the editor could not be loaded. Check the connection and try again.')
  else await act(loaded)
}
