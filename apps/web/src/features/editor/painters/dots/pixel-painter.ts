import { type Disc, PHASES, reachOf, type Sprite, spritesOf } from './sprites.ts'

/** Rows that are wiped and shown together; of each such band only as much as has dots. */
const BAND = 32

/** Of discs of one look that lie in one square of so many pixels a side, one is drawn: nobody could tell them apart. */
const SQUARE = 2

/** The picture is larger than the canvas by this on every side, so that dots go over its border in part. */
const MARGIN = 24

/** How far from the left and from the right each band is painted; nothing where `right` is not beyond `left`. */
interface Painted {
  readonly left: Int32Array
  readonly right: Int32Array
}

/**
 * Writes discs straight into a picture of the canvas and shows only what changed: ten thousand dots take a fraction of a frame, where a
 * drawing command for each would take several.
 */
export function createPixelPainter(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D) {
  let image = context.createImageData(1, 1)
  let pixels = new Uint32Array(image.data.buffer)
  let drawn = nothing(0)
  let drawing = nothing(0)
  let discs: readonly Disc[] = []
  let sprites: readonly Sprite[] = []
  let reach = 0
  /** For each square the painting and the disc that it was last taken by. */
  let taken = new Uint32Array(0)
  let squares = 0
  let painting = 0

  /** Makes room; what was drawn is gone. Device pixels. */
  function resize(width: number, height: number): void {
    image = context.createImageData(width + 2 * MARGIN, height + 2 * MARGIN)
    pixels = new Uint32Array(image.data.buffer)
    const bands = Math.ceil(image.height / BAND)
    drawn = nothing(bands)
    drawing = nothing(bands)
    squares = Math.ceil(image.width / SQUARE)
    taken = new Uint32Array(squares * Math.ceil(image.height / SQUARE))
    cut()
  }

  /** What is put from now on. */
  function use(next: readonly Disc[]): void {
    if (next === discs) return
    discs = next
    cut()
  }

  function cut(): void {
    sprites = discs.flatMap((disc) => spritesOf(disc, image.width))
    reach = Math.max(0, ...discs.map(reachOf))
  }

  function begin(): void {
    const { width, height } = image
    for (let band = 0; band < drawn.left.length; band += 1) {
      const left = drawn.left[band] ?? 0
      const right = drawn.right[band] ?? 0
      const end = right > left ? Math.min(height, (band + 1) * BAND) * width : 0
      for (let row = band * BAND * width; row < end; row += width) pixels.fill(0, row + left, row + right)
    }
    drawing.left.fill(width)
    drawing.right.fill(0)
    painting += 1
  }

  /** A disc of those in use, by its place among them. */
  function put(disc: number, x: number, y: number): void {
    const { width, height } = image
    const right = x + MARGIN
    const down = y + MARGIN
    if (!(right >= reach && down >= reach && right < width - reach - 1 && down < height - reach - 1)) return
    // From here on whole numbers, none below zero: `| 0` cuts them faster than `Math.floor`.
    const fineX = (right * PHASES + 0.5) | 0
    const fineY = (down * PHASES + 0.5) | 0
    const column = (fineX / PHASES) | 0
    const row = (fineY / PHASES) | 0
    const square = ((row / SQUARE) | 0) * squares + ((column / SQUARE) | 0)
    const taker = painting * discs.length + disc
    if (taken[square] === taker) return
    taken[square] = taker
    const sprite = sprites[(disc * PHASES + (fineY & (PHASES - 1))) * PHASES + (fineX & (PHASES - 1))]
    if (!sprite) return
    print(sprite, pixels, row * width + column)
    mark(((row - reach) / BAND) | 0, column)
    mark(((row + reach) / BAND) | 0, column)
  }

  function mark(band: number, column: number): void {
    const { left, right } = drawing
    if (column - reach < (left[band] ?? 0)) left[band] = column - reach
    if (column + reach >= (right[band] ?? 0)) right[band] = column + reach + 1
  }

  function show(): void {
    for (let band = 0; band < drawn.left.length; band += 1) {
      const left = Math.min(drawn.left[band] ?? 0, drawing.left[band] ?? 0)
      const right = Math.max(drawn.right[band] ?? 0, drawing.right[band] ?? 0)
      if (right > left) context.putImageData(image, -MARGIN, -MARGIN, left, band * BAND, right - left, BAND)
    }
    ;[drawn, drawing] = [drawing, drawn]
  }

  return { resize, use, begin, put, show }
}

function print({ body, rim }: Sprite, pixels: Uint32Array, centre: number): void {
  // The cells of a stamp that lies within the picture are there.
  for (let i = 0; i < body.offsets.length; i += 1)
    pixels[centre + (body.offsets[i] as number)] = body.colors[i] as number
  for (let i = 0; i < rim.offsets.length; i += 1) {
    const index = centre + (rim.offsets[i] as number)
    // Where dots are dense, the rims of the later ones would wipe out the others.
    if (pixels[index] === 0) pixels[index] = rim.colors[i] as number
  }
}

/** Everything is left of nothing. */
const nothing = (bands: number): Painted => ({
  left: new Int32Array(bands).fill(2 ** 30),
  right: new Int32Array(bands),
})
