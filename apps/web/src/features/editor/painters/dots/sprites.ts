/** Red, green, blue; 0 to 255. */
export type Rgb = readonly [number, number, number]

/** A disc of one colour with a fine ring of another, which sets it off from the edge it runs on. Device pixels. */
export interface Disc {
  readonly radius: number
  readonly ring: number
  readonly color: Rgb
  readonly ringColor: Rgb
}

/** A disc as the pixels that it covers, counted from the pixel of its centre in a picture of a given width. */
export interface Sprite {
  /** The pixels that have the disc's own colour. */
  readonly body: Cells
  /** The ring, and the pixels on the borders of body and ring. */
  readonly rim: Cells
}

interface Cells {
  readonly offsets: Int32Array
  readonly colors: Uint32Array
}

/** A disc is drawn at fourths of a pixel, each way: at whole ones a slow dot would jerk. */
export const PHASES = 4

/** How far a disc reaches from the pixel of its centre. */
export const reachOf = ({ radius, ring }: Disc): number => Math.ceil(radius + ring + 1)

/** A disc at every phase: first all across, then the next one down. */
export function spritesOf(disc: Disc, pictureWidth: number): Sprite[] {
  const shifts = Array.from({ length: PHASES }, (_, phase) => phase / PHASES)
  return shifts.flatMap((down) => shifts.map((across) => spriteOf(disc, { across, down, pictureWidth })))
}

function spriteOf(
  disc: Disc,
  { across, down, pictureWidth }: { across: number; down: number; pictureWidth: number },
): Sprite {
  const reach = reachOf(disc)
  const cells: { offset: number; color: number }[] = []
  for (let row = -reach; row <= reach; row += 1) {
    for (let column = -reach; column <= reach; column += 1) {
      const color = colorAt(disc, Math.hypot(column - across, row - down))
      if (color !== 0) cells.push({ offset: row * pictureWidth + column, color })
    }
  }
  const bodyColor = colorAt(disc, 0)
  const isBody = ({ color }: { color: number }) => color === bodyColor
  return { body: packed(cells.filter(isBody)), rim: packed(cells.filter((cell) => !isBody(cell))) }
}

/** As canvas image data holds a pixel on every machine that browsers run on: red in the lowest byte. */
function colorAt({ radius, ring, color, ringColor }: Disc, distance: number): number {
  const alpha = Math.round(255 * coverage(radius + ring - distance))
  if (alpha === 0) return 0
  const inner = coverage(radius - distance)
  const [red = 0, green = 0, blue = 0] = color.map((part, i) =>
    Math.round(part * inner + (ringColor[i] ?? 0) * (1 - inner)),
  )
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0
}

const packed = (cells: readonly { offset: number; color: number }[]): Cells => ({
  offsets: Int32Array.from(cells, ({ offset }) => offset),
  colors: Uint32Array.from(cells, ({ color }) => color),
})

const coverage = (depth: number): number => Math.min(1, Math.max(0, depth + 0.5))
