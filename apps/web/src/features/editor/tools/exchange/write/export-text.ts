import { type Flow, groupsOf, writeMermaid } from '@plimsoll/flow'
import { fileName } from '../../../../../shared/files/file-name.ts'
import { saveFile } from '../../../../../shared/files/save-file.ts'
import { toast } from '../../../../../shared/ui/toast.ts'
import { type Heading, headingOf } from '../../../../../stores/board.ts'
import type { EditorSession } from '../../../session/editor-session.ts'
import { flowDocument } from './flow-document.ts'
import { nestingOf } from './nesting.ts'

export const exportJson = (session: EditorSession): void =>
  exportText(session, { ending: 'json', type: 'application/json', write: flowDocument })

export const exportMermaid = (session: EditorSession): void =>
  exportText(session, {
    ending: 'mmd',
    type: 'text/vnd.mermaid',
    write: (flow, { name }) => writeMermaid(flow, { title: name, parents: nestingOf(flow) }),
  })

interface Format {
  readonly ending: string
  readonly type: string
  readonly write: (flow: Flow, heading: Heading) => string
}

function exportText(session: EditorSession, { ending, type, write }: Format): void {
  const board = session.document.getState()
  const { flow } = board
  if (flow.nodes.length + groupsOf(flow).length === 0) {
    toast.info('There is nothing on the board to export.')
    return
  }
  const heading = headingOf(board)
  const name = fileName(heading.name, ending)
  saveFile(new Blob([write(flow, heading)], { type }), name)
  toast.success(`Exported as ${name}`)
}
