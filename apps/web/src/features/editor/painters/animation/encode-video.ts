import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny'
import type { AnimationFormat } from '../../state/animation.ts'

const FPS = 30
/** Between two frames that stand alone, s: one can go to them at once. */
const KEY_FRAME_S = 2

const KINDS: Readonly<
  Record<Exclude<AnimationFormat, 'gif'>, { codecs: VideoCodec[]; format: () => WebMOutputFormat | Mp4OutputFormat }>
> = {
  webm: { codecs: ['vp9', 'vp8'], format: () => new WebMOutputFormat() },
  // With its index at the beginning, so that a chat can play it before it has all of it.
  mp4: { codecs: ['avc'], format: () => new Mp4OutputFormat({ fastStart: 'in-memory' }) },
}

interface VideoFrames {
  readonly size: { readonly width: number; readonly height: number }
  readonly canvas: OffscreenCanvas
  readonly show: (atMs: number) => void
}

interface VideoOptions {
  readonly format: keyof typeof KINDS
  readonly seconds: number
  readonly onProgress: (done: number) => void
}

/** Every frame gets the time that it is of, however long it takes to make it. */
export async function encodeVideo(
  { size, canvas, show }: VideoFrames,
  { format, seconds, onProgress }: VideoOptions,
): Promise<ArrayBuffer> {
  const kind = KINDS[format]
  const { width, height } = size
  const codec = await getFirstEncodableVideoCodec(kind.codecs, { width, height })
  if (codec === null) throw new Error('this browser has no encoder for it')
  const target = new BufferTarget()
  const output = new Output({ format: kind.format(), target })
  const source = new CanvasSource(canvas, { codec, bitrate: QUALITY_HIGH, keyFrameInterval: KEY_FRAME_S })
  output.addVideoTrack(source, { frameRate: FPS })
  await output.start()
  const frames = seconds * FPS
  for (let frame = 0; frame < frames; frame += 1) {
    show((frame * 1000) / FPS)
    await source.add(frame / FPS, 1 / FPS)
    onProgress((frame + 1) / frames)
  }
  await output.finalize()
  if (target.buffer === null) throw new Error('the encoder gave nothing')
  return target.buffer
}
