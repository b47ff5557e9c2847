import type { EditorSession } from '../session/editor-session.ts'
import type { CommandContext } from '../tools/commands/command.ts'
import { withPart } from '../ui/with-part.ts'

/** The painter of pictures is loaded when it is first asked for. */
export const createExportPicture =
  (session: EditorSession): CommandContext['exportPicture'] =>
  (format, of) =>
    withPart(import('../painters/picture/export-picture.ts'), (it) =>
      format === 'png' ? it.exportPng(session, of) : it.exportSvg(session, of),
    )
