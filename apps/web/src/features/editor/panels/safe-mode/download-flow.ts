import { fileName } from '../../../../shared/files/file-name.ts'
import { saveFile } from '../../../../shared/files/save-file.ts'
import { headingOf } from '../../../../stores/board.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { flowDocument } from '../../tools/exchange/write/flow-document.ts'

/** Saves the document as a file that can be imported again. Needs nothing that is yet to be loaded: the server may be away, too. */
export function downloadFlow(session: EditorSession): void {
  const board = session.document.getState()
  const heading = headingOf(board)
  saveFile(new Blob([flowDocument(board.flow, heading)], { type: 'application/json' }), fileName(heading.name, 'json'))
}
