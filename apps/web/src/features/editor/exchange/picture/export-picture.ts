import { groupsOf } from '@plimsoll/flow'
import { saveFile } from '../../../../shared/files/save-file.ts'
import { toast } from '../../../../shared/ui/toast.ts'
import { headingOf } from '../../../../stores/board.ts'
import { useDiagram } from '../../../../stores/diagram.ts'
import { useRun } from '../../../../stores/run.ts'
import { fileName } from '../write/file-name.ts'
import { type DrawnPicture, drawPicture } from './draw-picture.tsx'
import { type Extent, selectedFlow } from './pictured.ts'
import { sharpnessOf, toPng } from './to-png.ts'

/** From so many components on, drawing takes seconds; time for the toast to be painted before. */
const LARGE = 500
const PAINT_MS = 100

export async function exportSvg(of: Extent): Promise<void> {
  const drawn = await draw(of)
  if (!drawn) return
  const name = fileName(drawn.title, 'svg')
  saveFile(new Blob([drawn.svg], { type: 'image/svg+xml' }), name)
  toast.success(`Exported as ${name}`)
}

export async function exportPng(of: Extent): Promise<void> {
  const drawn = await draw(of)
  if (!drawn) return
  const png = await toPng(drawn)
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
}

/** That much as it looks now; says so where there is nothing. */
async function draw(of: Extent): Promise<(DrawnPicture & { readonly title: string }) | null> {
  const board = useDiagram.getState()
  const { flow, selection } = board
  const pictured = of === 'board' ? flow : selectedFlow(flow, selection)
  if (pictured.nodes.length + groupsOf(pictured).length === 0) {
    toast.info('There is nothing on the board to export.')
    return null
  }
  if (pictured.nodes.length > LARGE) {
    toast.info('Drawing a large picture: the page may stand still meanwhile.')
    await new Promise((resolve) => setTimeout(resolve, PAINT_MS))
  }
  const title = headingOf(board).name
  return { title, ...(await drawPicture(pictured, { title, loads: loadsNow() })) }
}

function loadsNow(): ReadonlyMap<string, number> {
  const { snapshot } = useRun.getState()
  if (!snapshot) return new Map()
  const { nodes, edges, nodeUtilization, edgeUtilization } = snapshot
  return new Map([...pairs(nodes, nodeUtilization), ...pairs(edges, edgeUtilization)])
}

const pairs = (ids: readonly string[], values: ArrayLike<number>): [string, number][] =>
  ids.map((id, index) => [id, values[index] ?? 0])
