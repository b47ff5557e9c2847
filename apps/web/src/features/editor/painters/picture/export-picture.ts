import { groupsOf } from '@plimsoll/flow'
import { fileName } from '../../../../shared/files/file-name.ts'
import { saveFile } from '../../../../shared/files/save-file.ts'
import { type Busy, showBusyToast } from '../../../../shared/ui/busy-toast.tsx'
import { toast } from '../../../../shared/ui/toast.ts'
import { headingOf } from '../../../../stores/board.ts'
import { type Extent, selectedFlow } from '../../core/selection/selected-flow.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { type DrawnPicture, drawPicture } from './draw-picture.tsx'
import { loadsNow } from './loads-now.ts'
import { sharpnessOf, toPng } from './to-png.ts'

/** From so many components on, drawing takes seconds. */
const LARGE = 300

const QUIETLY: Busy = { signal: new AbortController().signal, end: () => {} }

export async function exportSvg(session: EditorSession, of: Extent): Promise<void> {
  await draw(session, of, (drawn) => {
    const name = fileName(drawn.title, 'svg')
    saveFile(new Blob([drawn.document(drawn.slices)], { type: 'image/svg+xml' }), name)
    toast.success(`Exported as ${name}`)
  })
}

export async function exportPng(session: EditorSession, of: Extent): Promise<void> {
  await draw(session, of, async (drawn, signal) => {
    const png = await toPng(drawn, signal)
    if (png === null) {
      toast.error('The picture is larger than this browser can draw. Export it as SVG, or select a part to export.')
      return
    }
    const name = fileName(drawn.title, 'png')
    saveFile(png, name)
    const scale = sharpnessOf(drawn)
    if (scale >= 1) toast.success(`Exported as ${name}`)
    else
      toast.info(
        `Exported as ${name} at ${Math.round(scale * 100)} % of its size: a larger picture is more than browsers hold.`,
      )
  })
}

type Draw = (drawn: DrawnPicture & { readonly title: string }, signal: AbortSignal) => void | Promise<void>

/** Draws that much as it looks now, and gives it on; says so where there is nothing, or where it takes a while: then it can be stopped. */
async function draw(session: EditorSession, of: Extent, finish: Draw): Promise<void> {
  const board = session.document.getState()
  const { flow, selection } = board
  const pictured = of === 'board' ? flow : selectedFlow(flow, selection)
  if (pictured.nodes.length + groupsOf(pictured).length === 0) {
    toast.info('There is nothing on the board to export.')
    return
  }
  const title = headingOf(board).name
  const { signal, end } = pictured.nodes.length > LARGE ? showBusyToast('Drawing a large picture …') : QUIETLY
  try {
    await finish(
      { title, ...(await drawPicture(pictured, { title, ...loadsNow(session.run, pictured), signal })) },
      signal,
    )
  } catch (fault) {
    if (!signal.aborted) throw fault
  } finally {
    end()
  }
}
