import type { AnimationFormat } from '../../state/animation.ts'

/** Codecs as browsers name them, at a level that holds the largest size. */
const CODECS: readonly (readonly [format: AnimationFormat, codecs: readonly string[]])[] = [
  ['mp4', ['avc1.640033']],
  ['webm', ['vp09.00.51.08', 'vp8']],
]

/** The formats that this browser can write; GIF always. */
export async function animationFormatsHere(size: number): Promise<ReadonlySet<AnimationFormat>> {
  const videos = await Promise.all(
    CODECS.map(async ([format, codecs]) => {
      const isSupported = await Promise.all(codecs.map((codec) => isEncodable(codec, size)))
      return isSupported.includes(true) ? [format] : []
    }),
  )
  return new Set<AnimationFormat>(['gif', ...videos.flat()])
}

async function isEncodable(codec: string, size: number): Promise<boolean> {
  if (!('VideoEncoder' in window)) return false
  const { supported } = await VideoEncoder.isConfigSupported({ codec, width: size, height: size }).catch(() => ({
    supported: false,
  }))
  return supported === true
}

/** Why there is no video, in words for the reader. */
export const whyNoVideo = (): string =>
  window.isSecureContext
    ? 'This browser has no encoder for it.'
    : 'Browsers encode video only on pages with https, or on this machine.'
