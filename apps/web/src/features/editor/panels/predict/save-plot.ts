import { type Drawing, svgFile, type Theme } from '@plimsoll/experiments'
import { fileName } from '../../../../shared/files/file-name.ts'
import { loadSvg } from '../../../../shared/files/load-svg.ts'
import { saveFile } from '../../../../shared/files/save-file.ts'
import { toast } from '../../../../shared/ui/toast.ts'

/** Pixels of the picture for each of the plot. */
const SHARPNESS = 3

export type PlotFormat = 'svg' | 'png'

/** Saves the plot with its title and legend, in the colours of the page. */
export async function savePlot(drawing: Drawing, format: PlotFormat): Promise<void> {
  const blob = format === 'svg' ? svgOf(drawing) : await pngOf(drawing)
  if (blob === null) toast.error('This browser cannot draw the plot. Save it as SVG.')
  else saveFile(blob, fileName(drawing.title, format))
}

const svgOf = (drawing: Drawing): Blob => new Blob([svgFile(drawing, themeOfPage()).svg], { type: 'image/svg+xml' })

async function pngOf(drawing: Drawing): Promise<Blob | null> {
  const { svg, width, height } = svgFile(drawing, themeOfPage())
  const canvas = document.createElement('canvas')
  canvas.width = width * SHARPNESS
  canvas.height = height * SHARPNESS
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.drawImage(await loadSvg(svg), 0, 0, canvas.width, canvas.height)
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/png')
  return promise
}

const themeOfPage = (): Theme => (document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light')
