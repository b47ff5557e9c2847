/** What a GIF says of itself, read block by block. */
export interface GifFacts {
  readonly width: number
  readonly height: number
  /** Bytes of each frame's pixels, as they are written. */
  readonly frames: readonly number[]
  /** In ms. */
  readonly durationMs: number
}

export function readGif(file: Buffer): GifFacts {
  if (file.toString('latin1', 0, 6) !== 'GIF89a') throw new Error('not a GIF')
  const [width, height] = [file.readUInt16LE(6), file.readUInt16LE(8)]
  let at = 13 + tableLength(file[10] ?? 0)
  const frames: number[] = []
  let durationMs = 0
  while (file[at] !== 0x3b) {
    if (file[at] === 0x21) {
      if (file[at + 1] === 0xf9) durationMs += 10 * file.readUInt16LE(at + 4)
      at = endOfBlocks(file, at + 2)
    } else if (file[at] === 0x2c) {
      const data = at + 10 + tableLength(file[at + 9] ?? 0) + 1
      at = endOfBlocks(file, data)
      frames.push(at - data)
    } else throw new Error(`no block begins at byte ${at}`)
  }
  return { width, height, frames, durationMs }
}

const tableLength = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function endOfBlocks(file: Buffer, from: number): number {
  let at = from
  while (file[at] !== 0) at += (file[at] ?? 0) + 1
  return at + 1
}
