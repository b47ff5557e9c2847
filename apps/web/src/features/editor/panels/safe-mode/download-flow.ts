import { fileName } from '../../../../shared/files/file-name.ts'
import { saveFile } from '../../../../shared/files/save-file.ts'
import { headingOf } from '../../../../stores/board.ts'
import { useDiagram } from '../../../../stores/diagram.ts'
import { flowDocument } from '../../tools/exchange/write/flow-document.ts'

/** Saves the document as a file that can be imported again. Needs nothing that is yet to be loaded: the server may be away, too. */
export function downloadFlow(): void {
  const board = useDiagram.getState()
  const heading = headingOf(board)
  saveFile(new Blob([flowDocument(board.flow, heading)], { type: 'application/json' }), fileName(heading.name, 'json'))
}
