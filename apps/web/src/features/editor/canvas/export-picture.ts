import type { CommandContext } from '../tools/commands/command.ts'
import { withPart } from '../ui/with-part.ts'

/** The painter of pictures is loaded when it is first asked for. */
export const exportPicture: CommandContext['exportPicture'] = (format, of) =>
  withPart(import('../painters/picture/export-picture.ts'), (it) =>
    format === 'png' ? it.exportPng(of) : it.exportSvg(of),
  )
