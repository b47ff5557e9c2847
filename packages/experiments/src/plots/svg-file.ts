import { escapeMarkup } from '../words/markup.ts'
import type { Drawing, LegendEntry, Shape } from './drawing.ts'
import { LEGEND_MARK, legendMark } from './legend-mark.ts'
import { paletteCss, SHAPE_CSS, type Theme } from './palette.ts'
import { shapeMarkup } from './shape-markup.ts'

const MARGIN = 16
const HEAD = 48
const LEGEND_ROW = 20
/** Mean width of a letter of 12 px. */
const LETTER = 6.6

/** A picture of its own: an SVG document, and its size in px. */
export interface SvgFile {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/** The plot with title, unit and legend, on a background of its own: it can be read wherever it is put. */
export function svgFile({ title, unit, width, height, shapes, legend }: Drawing, theme: Theme): SvgFile {
  const rows = rowsOf(legend, width)
  const size = { width: width + 2 * MARGIN, height: HEAD + height + rows.length * LEGEND_ROW + MARGIN }
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">`,
    `<title>${escapeMarkup(title)}</title>`,
    `<style>svg { ${paletteCss(theme)} background: var(--back); }${SHAPE_CSS}.back { fill: var(--back); } .title { fill: var(--text); font-size: 14px; font-weight: 600; }</style>`,
    `<rect class="back" width="${size.width}" height="${size.height}"/>`,
    `<text class="title" x="${MARGIN}" y="22">${escapeMarkup(title)}</text>`,
    ...(unit === '' ? [] : [`<text x="${MARGIN}" y="40">${escapeMarkup(unit)}</text>`]),
    `<g transform="translate(${MARGIN} ${HEAD})">`,
    ...shapes.map(shapeMarkup),
    ...rows.flatMap((row, index) =>
      row.flatMap((entry) => entryShapes(entry, height + index * LEGEND_ROW + LEGEND_ROW / 2)).map(shapeMarkup),
    ),
    '</g>',
    '</svg>',
  ].join('\n')
  return { svg, ...size }
}

type Placed = LegendEntry & { readonly x: number }

/** The entries of the legend, as many in a row as have room. */
function rowsOf(legend: readonly LegendEntry[], width: number): readonly (readonly Placed[])[] {
  const rows: Placed[][] = []
  let x = Number.POSITIVE_INFINITY
  for (const entry of legend) {
    const length = LEGEND_MARK.width + 6 + entry.name.length * LETTER + 16
    if (x + length > width) {
      rows.push([])
      x = 0
    }
    rows.at(-1)?.push({ ...entry, x })
    x += length
  }
  return rows
}

function entryShapes({ x, ...entry }: Placed, y: number): readonly Shape[] {
  return [
    legendMark(entry, { x, y: y - LEGEND_MARK.height / 2 }),
    { of: 'text', x: x + LEGEND_MARK.width + 6, y: y + 4, anchor: 'start', text: entry.name },
  ]
}
