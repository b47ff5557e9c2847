import { formatNumber } from '../quantities.ts'
import { niceStep, PLOT, round } from './axis.ts'
import { escapeMarkup } from './markup.ts'
import type { Chart } from './page.ts'

const { width: WIDTH, height: HEIGHT, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM } = PLOT
const TICKS = 4
const TABLE_ROWS = 20

/** A chart as inline SVG with its legend, and its values as a table that opens beside it. */
export function chartFigure(chart: Chart, id: string): string {
  const { title, unit, lines } = chart
  const legend =
    lines.length < 2 ? [] : lines.map(({ name }, index) => `<li class="line${index}">${escapeMarkup(name)}</li>`)
  return [
    `<figure><figcaption id="${id}">${escapeMarkup(title)} <span class="unit">${escapeMarkup(unit)}</span></figcaption>`,
    svg(chart, id),
    ...(legend.length > 0 ? [`<ul class="legend">${legend.join('')}</ul>`] : []),
    bandList(chart),
    valueTable(chart),
    '</figure>',
  ].join('\n')
}

function svg({ times, lines, bands }: Chart, id: string): string {
  const endS = times.at(-1) ?? 1
  const most = Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const step = niceStep(most / TICKS)
  const top = Math.max(step, Math.ceil(most / step) * step)
  const x = (timeS: number) => round(LEFT + (timeS / endS) * (WIDTH - LEFT - RIGHT))
  const y = (value: number) => round(HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM))
  const levels = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  const timeStep = niceStep(endS / 5)
  const timeMarks = Array.from({ length: Math.floor(endS / timeStep) + 1 }, (_, index) => index * timeStep)
  return [
    `<svg role="img" aria-labelledby="${id}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    ...bands.map(({ fromS, toS }) => {
      const left = x(Math.min(fromS, endS))
      return `<rect class="band" x="${left}" y="${TOP}" width="${round(x(Math.min(toS, endS)) - left)}" height="${HEIGHT - TOP - BOTTOM}"/>`
    }),
    ...levels.map(
      (level) =>
        `<path class="grid" d="M${LEFT} ${y(level)}H${WIDTH - RIGHT}"/>` +
        `<text x="${LEFT - 6}" y="${y(level) + 4}" text-anchor="end">${formatNumber(level)}</text>`,
    ),
    ...timeMarks.map(
      (timeS) => `<text x="${x(timeS)}" y="${HEIGHT - 14}" text-anchor="middle">${formatNumber(timeS)} s</text>`,
    ),
    ...lines.map(({ values }, index) => `<path class="line line${index}" d="${path(values)}"/>`),
    '</svg>',
  ].join('\n')

  /** Gaps where there is no value; a dot for one between two gaps. */
  function path(values: readonly (number | null)[]): string {
    let isDrawing = false
    return values
      .map((value, index) => {
        const command = isDrawing ? 'L' : 'M'
        isDrawing = value !== null
        if (value === null) return ''
        const isAlone = command === 'M' && (values[index + 1] ?? null) === null
        return `${command}${x(times[index] ?? 0)} ${y(value)}${isAlone ? 'h0' : ''}`
      })
      .join('')
  }
}

function bandList({ bands }: Chart): string {
  if (bands.length === 0) return ''
  const names = bands.map(
    ({ name, fromS, toS }) => `${escapeMarkup(name)} (${formatNumber(fromS)} to ${formatNumber(toS)} s)`,
  )
  return `<p class="bands">Shaded: ${names.join(', ')}</p>`
}

/** Evenly chosen moments where there are many. */
function valueTable({ title, unit, times, lines }: Chart): string {
  const every = Math.ceil(times.length / TABLE_ROWS)
  const rows = times.flatMap((timeS, index) => (index % every === every - 1 ? [{ timeS, index }] : []))
  const cells = ({ index }: { index: number }) =>
    lines.map(({ values }) => `<td class="number">${values[index] == null ? '–' : formatNumber(values[index])}</td>`)
  return [
    '<details><summary>Values</summary><div class="scroll">',
    `<table><caption class="hidden">${escapeMarkup(`${title}, ${unit}`)}</caption>`,
    `<thead><tr><th scope="col">Time</th>${lines.map(({ name }) => `<th scope="col" class="number">${escapeMarkup(name)}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.map((row) => `<tr><th scope="row">${formatNumber(row.timeS)} s</th>${cells(row).join('')}</tr>`).join('\n')}</tbody>`,
    '</table></div></details>',
  ].join('\n')
}
