import type { EditorSession } from '../../session/editor-session.ts'
import { importFile } from './exchange.ts'

/** What can be imported; what a file holds is seen by its content, not by its name. */
const ACCEPTED = '.json,.mmd,.mermaid,.md,.txt,application/json,text/plain'

/** Asks for a file and opens it. */
export function chooseFile(session: EditorSession): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = ACCEPTED
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) void importFile(session, file)
  })
  input.click()
}
