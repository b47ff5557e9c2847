import type { Bounds } from '../../core/cull-area.ts'

/** A part of the flow, drawn on a canvas that is in no page. */
export interface OffscreenBitmap {
  readonly context: OffscreenCanvasRenderingContext2D
  readonly area: Bounds
  /** Pixels of it to one of the flow. */
  readonly scale: number
}

/** An empty one, drawn on in pixels of the flow; null where the browser gives none. */
export function createBitmap(area: Bounds, scale: number): OffscreenBitmap | null {
  const [width, height] = [Math.ceil((area.right - area.left) * scale), Math.ceil((area.bottom - area.top) * scale)]
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.setTransform(scale, 0, 0, scale, -area.left * scale, -area.top * scale)
  return context && { context, area, scale }
}

/** Shows it, and empties it. It is handed over whole: of a canvas that could be drawn on, browsers copy what is there with every frame. */
export function showBitmap({ context: { canvas } }: OffscreenBitmap, picture: HTMLCanvasElement): void {
  const { width, height } = canvas
  if (picture.width !== width || picture.height !== height) Object.assign(picture, { width, height })
  picture.getContext('bitmaprenderer')?.transferFromImageBitmap(canvas.transferToImageBitmap())
}
