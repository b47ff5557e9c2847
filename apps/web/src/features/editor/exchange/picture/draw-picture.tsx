import type { Flow } from '@plimsoll/flow'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { embeddedFonts } from './embedded-fonts.ts'
import { fitTexts } from './fit-texts.ts'
import { currentInk } from './ink.ts'
import { Picture } from './picture.tsx'
import { written } from './written.ts'

/** Free space around the drawing, in px. */
const MARGIN = 30

interface DrawOptions {
  readonly title: string
  /** Utilization by id, 0 to 1; none at rest. */
  readonly loads: ReadonlyMap<string, number>
}

/** A drawing as an SVG document that stands alone, in the colours that the page has now; sizes in px. */
export interface DrawnPicture {
  readonly width: number
  readonly height: number
  readonly svg: string
}

export async function drawPicture(flow: Flow, { title, loads }: DrawOptions): Promise<DrawnPicture> {
  const ink = currentInk()
  const { picture, remove } = mount(<Picture flow={flow} loads={loads} ink={ink} />)
  try {
    fitTexts(picture)
    const { x, y, width, height } = picture.getBBox()
    const [left, top] = [Math.floor(x) - MARGIN, Math.floor(y) - MARGIN]
    const size = { width: Math.ceil(x + width) + MARGIN - left, height: Math.ceil(y + height) + MARGIN - top }
    const family = /"([^"]+)"/.exec(ink('--font'))?.[1] ?? ''
    const fonts = await embeddedFonts(family, picture.textContent ?? '')
    const features = getComputedStyle(document.body).fontFeatureSettings
    const shapes = new XMLSerializer()
      .serializeToString(picture)
      .replace(/^<svg[^>]*>/, '')
      .replace(/<\/svg>$/, '')
    const svg = [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" `,
      `viewBox="${left} ${top} ${size.width} ${size.height}" font-family="${escaped(`'${family}', Inter, system-ui, sans-serif`)}">`,
      `<title>${escaped(written(title))}</title>`,
      `<style>${escaped(`${fonts}text{font-feature-settings:${features}}`)}</style>`,
      `<rect x="${left}" y="${top}" width="${size.width}" height="${size.height}" fill="${ink('--surface-canvas')}"/>`,
      shapes,
      '</svg>',
    ].join('')
    return { ...size, svg }
  } finally {
    remove()
  }
}

/** Shows shapes where nobody sees them, so that the browser measures them with the page's letters. */
function mount(shapes: ReactNode): { picture: SVGSVGElement; remove: () => void } {
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  picture.setAttribute('aria-hidden', 'true')
  Object.assign(picture.style, {
    position: 'fixed',
    width: '0',
    height: '0',
    visibility: 'hidden',
    pointerEvents: 'none',
  })
  document.body.append(picture)
  const root = createRoot(picture)
  flushSync(() => root.render(shapes))
  const remove = () => {
    root.unmount()
    picture.remove()
  }
  return { picture, remove }
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
