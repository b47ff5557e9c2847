import {
  type Drawing,
  escapeMarkup,
  LEGEND_MARK,
  type LegendEntry,
  legendMark,
  shapeMarkup,
  type Table,
} from '@plimsoll/experiments'
import { valueTable } from './value-table.ts'

/** A plot as inline SVG with its legend, and its values as a table that opens beside it. */
export function plotFigure({ title, unit, width, height, shapes, legend }: Drawing, values: Table, id: string): string {
  const listed = legend.filter((entry) => !isNoted(entry))
  return [
    `<figure><figcaption id="${id}">${escapeMarkup(title)} <span class="unit">${escapeMarkup(unit)}</span></figcaption>`,
    `<svg role="img" aria-labelledby="${id}" viewBox="0 0 ${width} ${height}">`,
    ...shapes.map(shapeMarkup),
    '</svg>',
    ...(listed.length === 0 ? [] : [`<ul class="legend">${listed.map(entryMarkup).join('')}</ul>`]),
    ...notesOf(legend),
    valueTable(values),
    '</figure>',
  ].join('\n')
}

/** What is shaded is said in a sentence. */
const isNoted = ({ role }: LegendEntry): boolean => role === 'band'

const MARK_BOX = `viewBox="0 0 ${LEGEND_MARK.width} ${LEGEND_MARK.height}"`

const entryMarkup = (entry: LegendEntry): string =>
  `<li><svg ${MARK_BOX} aria-hidden="true">${shapeMarkup(legendMark(entry, { x: 0, y: 0 }))}</svg>${escapeMarkup(entry.name)}</li>`

function notesOf(legend: readonly LegendEntry[]): readonly string[] {
  const noted = legend.filter(isNoted)
  if (noted.length === 0) return []
  return [`<p class="bands">Shaded: ${noted.map(({ name }) => escapeMarkup(name)).join(', ')}</p>`]
}
