import { useEffect } from 'react'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { isUnderDialog } from '../../ui/key-scope.ts'
import { importFile } from './exchange.ts'

/** Opens a file that is dropped anywhere in the editor: the browser would show it in place of the page, and what is drawn would be gone. */
export function useDroppedFiles(): void {
  const session = useEditorSession()
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = isUnderDialog() ? 'none' : 'copy'
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      const [file] = event.dataTransfer?.files ?? []
      if (file && !isUnderDialog()) void importFile(session, file)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
    }
  }, [session])
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
