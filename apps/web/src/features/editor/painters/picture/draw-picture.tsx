import type { Flow } from '@plimsoll/flow'
import { around, type Rect } from '../../core/geometry.ts'
import { sceneShapes } from '../../scene/scene.ts'
import { fitTexts } from '../../ui/picture/fit-texts.ts'
import { PictureElement } from '../../ui/picture/picture-element.tsx'
import { written } from '../../ui/picture/xml-text.ts'
import { currentColours } from '../token-colours.ts'
import { embeddedFonts } from './embedded-fonts.ts'
import { innerShapes, mountPicture } from './mounted-picture.ts'
import { pause } from './pause.ts'

/** Free space around the drawing, in px. */
const MARGIN = 30

/** Shapes that are drawn at once: what one takes must not be felt. */
const SLICE = 60

export interface DrawOptions {
  readonly title: string
  /** Utilization by id, 0 to 1; none at rest. */
  readonly loads: ReadonlyMap<string, number>
  /** The 95th percentile of the utilization, of nodes. */
  readonly peaks: ReadonlyMap<string, number>
  readonly signal: AbortSignal
}

/** A drawing in the colours that the page has now; sizes in px. */
export interface DrawnPicture {
  readonly width: number
  readonly height: number
  /** Parts of the drawing, from back to front. */
  readonly slices: readonly string[]
  /** An SVG document that stands alone, with what lies in these slices. */
  readonly document: (slices: readonly string[]) => string
}

/** Draws in slices, between which the page goes on. Throws the signal's reason once it is aborted. */
export async function drawPicture(flow: Flow, { title, loads, peaks, signal }: DrawOptions): Promise<DrawnPicture> {
  const colours = currentColours()
  const { picture, show, remove } = mountPicture()
  try {
    const drawn: string[] = []
    const boxes: Rect[] = []
    const characters = new Set<string>()
    const elements = sceneShapes(flow, loads, peaks).map((shapes, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: each is shown once.
      <PictureElement key={index} shapes={shapes} colours={colours} />
    ))
    for (let from = 0; from < elements.length; from += SLICE) {
      if (from > 0) await pause(signal)
      show(elements.slice(from, from + SLICE))
      fitTexts(picture)
      boxes.push(picture.getBBox())
      for (const character of picture.textContent ?? '') characters.add(character)
      drawn.push(innerShapes(picture))
    }
    const { x, y, width, height } = around(boxes)
    const [left, top] = [Math.floor(x) - MARGIN, Math.floor(y) - MARGIN]
    const size = { width: Math.ceil(x + width) + MARGIN - left, height: Math.ceil(y + height) + MARGIN - top }
    const family = /"([^"]+)"/.exec(colours('--font'))?.[1] ?? ''
    const fonts = await embeddedFonts(family, characters)
    const features = getComputedStyle(document.body).fontFeatureSettings
    const head = [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" `,
      `viewBox="${left} ${top} ${size.width} ${size.height}" font-family="${escaped(`'${family}', Inter, system-ui, sans-serif`)}">`,
      `<title>${escaped(written(title))}</title>`,
      `<style>${escaped(`${fonts}text{font-feature-settings:${features}}`)}</style>`,
    ].join('')
    const ground = `<rect x="${left}" y="${top}" width="${size.width}" height="${size.height}" fill="${colours('--surface-canvas')}"/>`
    const [first = '', ...others] = drawn
    return {
      ...size,
      slices: [ground + first, ...others],
      document: (slices) => `${head}${slices.join('')}</svg>`,
    }
  } finally {
    remove()
  }
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
