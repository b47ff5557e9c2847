import type { NodeType } from '@plimsoll/catalog'
import { loadSvg } from '../../../../shared/files/load-svg.ts'
import { kindLooks } from '../../../../shared/ui/kind-looks.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import type { createAnimationRecorder } from '../../state/animation.ts'
import { PictureElement } from '../../ui/picture/picture-element.tsx'
import { fontFaces } from '../picture/embedded-fonts.ts'
import { innerShapes, mountPicture } from '../picture/mounted-picture.ts'
import { currentColours, type TokenColours } from '../token-colours.ts'
import type { AnimationLook, AnimationOrder, AnimationReport, FontFile } from './animation-messages.ts'

type Record = NonNullable<ReturnType<ReturnType<typeof createAnimationRecorder>['getState']>['record']>

/** Of an icon, in px: twice as large as it is drawn at zoom 2. */
const ICON = 60

/** Simulates the flow anew in a worker, and takes its frames at simulated times: a slow machine makes the same animation. */
export async function recordAnimation(
  session: EditorSession,
  ...[options, { signal, onProgress }]: Parameters<Record>
): Promise<Blob> {
  const { flow } = session.document.getState()
  const { seed, speed } = session.run.store.getState()
  const look = await lookOf(new Set(flow.nodes.map(({ type }) => type)))
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  const worker = new Worker(new URL('./animation.worker.ts', import.meta.url), { type: 'module', name: 'animation' })
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  worker.onerror = () => reject(new Error('the worker stopped'))
  worker.onmessage = ({ data }: MessageEvent<AnimationReport>) => {
    if (data.type === 'progress') onProgress(data.done)
    else if (data.type === 'failed') reject(new Error(data.reason))
    else resolve(new Blob([data.file], { type: data.mimeType }))
  }
  try {
    worker.postMessage({ flow, seed, speed, options, look } satisfies AnimationOrder, [...look.icons.values()])
    return await promise
  } finally {
    worker.terminate()
    signal.removeEventListener('abort', abort)
  }
}

async function lookOf(types: ReadonlySet<NodeType>): Promise<AnimationLook> {
  const colours = currentColours()
  const family = /"([^"]+)"/.exec(colours('--font'))?.[1] ?? ''
  const icons = await Promise.all([...types].map(async (type) => [type, await iconOf(type, colours)] as const))
  const tokens = Object.fromEntries(tokenNames().map((name) => [name, colours(name)]))
  return { tokens, shadow: colours.shadow, icons: new Map(icons), fonts: fontFiles(family) }
}

async function iconOf(type: NodeType, colours: TokenColours): Promise<ImageBitmap> {
  const { picture, show, remove } = mountPicture()
  try {
    const color = `--kind-${kindLooks[type].hue}` as const
    show([
      <PictureElement key="icon" shapes={[{ kind: 'icon', type, x: 0, y: 0, size: ICON, color }]} colours={colours} />,
    ])
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${ICON}" height="${ICON}">${innerShapes(picture)}</svg>`
    return await createImageBitmap(await loadSvg(svg))
  } finally {
    remove()
  }
}

/** Every design token that a style sheet of the page sets. */
function tokenNames(): `--${string}`[] {
  const names = new Set<`--${string}`>()
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule) || !rule.selectorText.includes(':root')) continue
      for (const name of rule.style) if (isToken(name)) names.add(name)
    }
  return [...names]
}

const isToken = (name: string): name is `--${string}` => name.startsWith('--')

const fontFiles = (family: string): FontFile[] =>
  fontFaces(family).flatMap(({ rule: { style }, base }) => {
    const [, url] = /url\(["']?([^"')]+)/.exec(style.getPropertyValue('src')) ?? []
    if (url === undefined) return []
    return {
      family,
      url: new URL(url, base).href,
      weight: style.getPropertyValue('font-weight'),
      unicodeRange: style.getPropertyValue('unicode-range'),
    }
  })
