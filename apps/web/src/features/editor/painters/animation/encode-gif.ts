import { applyPalette, GIFEncoder, type Palette, quantize } from 'gifenc'

/** Of the 256 one says that a pixel is as before, and some are kept as they are. */
const CHOSEN = 248
/** One of so many pixels is looked at for the choice of colours. */
const SAMPLED = 3

interface GifFrames {
  readonly size: { readonly width: number; readonly height: number }
  /** Pictures that have every colour that is to be shown. */
  readonly sample: () => readonly Uint8ClampedArray[]
  /** Colours of large areas, which nothing may change; fewer than eight. */
  readonly exact: Palette
  readonly show: (atMs: number) => void
  readonly pixels: () => Uint8ClampedArray
}

interface GifOptions {
  readonly seconds: number
  readonly onProgress: (done: number) => void
}

/** Between two frames: GIF counts in hundredths of a second. */
export const GIF_FRAME_MS = 80

/** An animation without an end, in the same colours from its first frame to its last: with others for each, still areas would flicker. */
export function encodeGif(
  { size, sample, exact, show, pixels }: GifFrames,
  { seconds, onProgress }: GifOptions,
): ArrayBuffer {
  const palette = [...exact, ...paletteOf(sample())]
  const same = palette.length
  const gif = GIFEncoder()
  const frames = Math.round((seconds * 1000) / GIF_FRAME_MS)
  let before: Uint8Array | null = null
  for (let frame = 0; frame < frames; frame += 1) {
    show(frame * GIF_FRAME_MS)
    const now = applyPalette(pixels(), palette)
    const written = before ? changed(now, before, same) : now
    gif.writeFrame(written, size.width, size.height, {
      ...(before === null && { palette: [...palette, [0, 0, 0]] }),
      ...(before !== null && { transparent: true, transparentIndex: same }),
      delay: GIF_FRAME_MS,
      dispose: 1,
    })
    before = now
    onProgress((frame + 1) / frames)
  }
  gif.finish()
  return gif.bytes().buffer
}

function paletteOf(samples: readonly Uint8ClampedArray[]): Palette {
  const looked = samples.map((sample) => everyNth(sample))
  const all = new Uint8ClampedArray(looked.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of looked) {
    all.set(part, at)
    at += part.length
  }
  return quantize(all, CHOSEN)
}

function everyNth(rgba: Uint8ClampedArray): Uint8ClampedArray {
  const count = Math.floor(rgba.length / 4 / SAMPLED)
  const taken = new Uint8ClampedArray(4 * count)
  for (let i = 0; i < count; i += 1) taken.set(rgba.subarray(4 * SAMPLED * i, 4 * SAMPLED * i + 4), 4 * i)
  return taken
}

/** What stays as it was is not written again. */
function changed(now: Uint8Array, before: Uint8Array, same: number): Uint8Array {
  return now.map((color, index) => (color === before[index] ? same : color))
}
