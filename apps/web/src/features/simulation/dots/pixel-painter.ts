/** Red, green, blue; 0 to 255. */
export type Rgb = readonly [number, number, number]

/** A dot as the pixels it covers, around its centre. */
export interface Sprite {
  readonly columns: Int16Array
  readonly rows: Int16Array
  readonly pixels: Uint32Array
  readonly reach: number
}

interface Rectangle {
  left: number
  top: number
  right: number
  bottom: number
}

/** A disc of one colour with a fine ring of another, which keeps dots apart and off the lines they run on. Device pixels. */
export function discSprite({
  radius,
  ring,
  color,
  ringColor,
}: {
  radius: number
  ring: number
  color: Rgb
  ringColor: Rgb
}): Sprite {
  const reach = Math.ceil(radius + ring)
  const cells: { column: number; row: number; pixel: number }[] = []
  for (let row = -reach; row <= reach; row += 1) {
    for (let column = -reach; column <= reach; column += 1) {
      const distance = Math.hypot(column, row)
      const inner = coverage(radius - distance)
      const alpha = coverage(radius + ring - distance)
      if (alpha === 0) continue
      const [red = 0, green = 0, blue = 0] = color.map((value, i) => value * inner + (ringColor[i] ?? 0) * (1 - inner))
      cells.push({ column, row, pixel: packed(red, green, blue, alpha) })
    }
  }
  return {
    columns: Int16Array.from(cells, ({ column }) => column),
    rows: Int16Array.from(cells, ({ row }) => row),
    pixels: Uint32Array.from(cells, ({ pixel }) => pixel),
    reach,
  }
}

/**
 * Writes sprites straight into a picture of the canvas and shows only the part that changed: thousands of dots take a fraction of a
 * frame, where a drawing command for each would take several.
 */
export function createPixelPainter(context: CanvasRenderingContext2D) {
  let image = context.createImageData(1, 1)
  let pixels = new Uint32Array(image.data.buffer)
  let drawn = nothing()
  let drawing = nothing()

  /** Makes room; what was drawn is gone. Device pixels. */
  function resize(width: number, height: number): void {
    image = context.createImageData(Math.max(1, width), Math.max(1, height))
    pixels = new Uint32Array(image.data.buffer)
    drawn = nothing()
  }

  function begin(): void {
    for (let y = drawn.top; y < drawn.bottom; y += 1)
      pixels.fill(0, y * image.width + drawn.left, y * image.width + drawn.right)
    drawing = nothing()
  }

  function put(sprite: Sprite, x: number, y: number): void {
    const { columns, rows, pixels: colors, reach } = sprite
    const { width, height } = image
    const column = Math.round(x)
    const row = Math.round(y)
    if (column < reach || row < reach || column >= width - reach || row >= height - reach) return
    const centre = row * width + column
    for (let i = 0; i < colors.length; i += 1) {
      const index = centre + (rows[i] ?? 0) * width + (columns[i] ?? 0)
      const color = colors[i] ?? 0
      // The opaquer pixel stays on top, so the soft rim of one dot never eats into another.
      if (color >>> 24 >= (pixels[index] ?? 0) >>> 24) pixels[index] = color
    }
    drawing.left = Math.min(drawing.left, column - reach)
    drawing.top = Math.min(drawing.top, row - reach)
    drawing.right = Math.max(drawing.right, column + reach + 1)
    drawing.bottom = Math.max(drawing.bottom, row + reach + 1)
  }

  function show(): void {
    const left = Math.min(drawn.left, drawing.left)
    const top = Math.min(drawn.top, drawing.top)
    const right = Math.max(drawn.right, drawing.right)
    const bottom = Math.max(drawn.bottom, drawing.bottom)
    if (right > left && bottom > top) context.putImageData(image, 0, 0, left, top, right - left, bottom - top)
    drawn = drawing
  }

  return { resize, begin, put, show }
}

const nothing = (): Rectangle => ({ left: Infinity, top: Infinity, right: 0, bottom: 0 })

const coverage = (depth: number): number => Math.min(1, Math.max(0, depth + 0.5))

/** As canvas image data holds a pixel on every machine that browsers run on: red in the lowest byte. */
const packed = (red: number, green: number, blue: number, alpha: number): number =>
  ((Math.round(alpha * 255) << 24) | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0
