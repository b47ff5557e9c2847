import { loadSvg } from '../../../../shared/files/load-svg.ts'
import type { DrawnPicture } from './draw-picture.tsx'
import { pause } from './pause.ts'

/** Pixels of the picture for each pixel of the canvas at zoom 1. */
const SHARPNESS = 2

/** What the canvases of all browsers hold. */
const LARGEST = { side: 16_384, area: 2 ** 26 } as const

/** How many pixels of a picture stand for one of the canvas: two, or as many as fit. */
export function sharpnessOf({ width, height }: Pick<DrawnPicture, 'width' | 'height'>): number {
  const { side, area } = LARGEST
  return Math.min(SHARPNESS, side / width, side / height, Math.sqrt(area / (width * height)))
}

/** The picture as PNG; null where the browser has no room for it. Throws the signal's reason once it is aborted. */
export async function toPng(picture: DrawnPicture, signal: AbortSignal): Promise<Blob | null> {
  const sharpness = sharpnessOf(picture)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(picture.width * sharpness))
  canvas.height = Math.max(1, Math.floor(picture.height * sharpness))
  try {
    const pen = canvas.getContext('2d')
    if (!pen) return null
    for (const slice of picture.slices) {
      await pause(signal)
      const image = await loadSvg(picture.document([slice]))
      pen.drawImage(image, 0, 0, canvas.width, canvas.height)
    }
    const { promise, resolve } = Promise.withResolvers<Blob | null>()
    canvas.toBlob(resolve, 'image/png')
    return await promise
  } catch {
    signal.throwIfAborted()
    return null
  }
}
