import type { Flow } from '@plimsoll/flow'
import { holdsAny } from '../picture/embedded-fonts.ts'
import { createAnimationFrames } from './animation-frames.ts'
import type { AnimationOrder, AnimationReport, FontFile } from './animation-messages.ts'

const MIME_TYPES = { gif: 'image/gif', webm: 'video/webm', mp4: 'video/mp4' } as const

addEventListener('message', ({ data }: MessageEvent<AnimationOrder>) => {
  make(data).catch((fault: unknown) => {
    send({ type: 'failed', reason: fault instanceof Error ? fault.message : 'an unknown fault' })
  })
})

async function make(order: AnimationOrder): Promise<void> {
  await loadFonts(order.look.fonts, order.flow)
  const frames = createAnimationFrames(order)
  const { format, seconds } = order.options
  const onProgress = (done: number) => send({ type: 'progress', done })
  const file =
    format === 'gif'
      ? (await import('./encode-gif.ts')).encodeGif(frames, { seconds, onProgress })
      : await (await import('./encode-video.ts')).encodeVideo(frames, { format, seconds, onProgress })
  send({ type: 'done', file, mimeType: MIME_TYPES[format] }, [file])
}

/** A worker has no style sheets. Without a file the letters are those of the system. */
async function loadFonts(files: readonly FontFile[], flow: Flow): Promise<void> {
  // In WebKit and Blink a worker has fonts; the types know them of documents alone.
  const { fonts } = self as unknown as { readonly fonts?: FontFaceSet }
  if (!fonts) return
  const texts = [...flow.nodes, ...flow.edges]
    .map(({ data }) => data.label)
    .concat((flow.groups ?? []).map(({ label }) => label))
  const codes = new Set([...texts.join(''), ...LATIN].map((character) => character.codePointAt(0) ?? 0))
  await Promise.all(
    files
      .filter(({ unicodeRange }) => holdsAny(unicodeRange, codes))
      .map(async ({ family, url, weight, unicodeRange }) => {
        const face = new FontFace(family, `url("${url}")`, { weight, unicodeRange })
        fonts.add(face)
        await face.load().catch(() => fonts.delete(face))
      }),
  )
}

/** Summaries and figures are written in these. */
const LATIN = 'A·…'

function send(report: AnimationReport, transfer: Transferable[] = []): void {
  postMessage(report, { transfer })
}
