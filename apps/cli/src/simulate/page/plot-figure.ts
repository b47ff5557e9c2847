import { type Drawing, escapeMarkup, type LegendEntry, shapeMarkup, type Table } from '@plimsoll/experiments'
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

/** What is said in a sentence: what is shaded, and the limits. */
const isNoted = ({ role, index }: LegendEntry): boolean => index === undefined && (role === 'band' || role === 'limit')

const entryMarkup = ({ name, role, index }: LegendEntry): string =>
  `<li class="${role}${index ?? ''}">${escapeMarkup(name)}</li>`

function notesOf(legend: readonly LegendEntry[]): readonly string[] {
  const noted = legend.filter(isNoted)
  if (noted.length === 0) return []
  const heading = noted.some(({ role }) => role === 'band') ? 'Shaded' : 'Objectives'
  return [`<p class="bands">${heading}: ${noted.map(({ name }) => escapeMarkup(name)).join(', ')}</p>`]
}
