import {
  type Cell,
  cellText,
  chartValues,
  curveValues,
  distributionValues,
  drawChart,
  drawCurves,
  drawDistribution,
  escapeMarkup,
  isNumeric,
  type Page,
  type Table,
} from '@plimsoll/experiments'
import { barsFigure, traceSection } from './bars-figure.ts'
import { plotFigure } from './plot-figure.ts'

import { STYLE } from './style.ts'

/** The page as one file that loads nothing and runs nothing. */
export function toHtml({
  title,
  about,
  result,
  sentences,
  tables,
  charts,
  curves = [],
  distributions,
  bars = [],
  traces = [],
  notes,
}: Page): string {
  const figures = [
    ...curves.map((one, index) => plotFigure(drawCurves(one), curveValues(one), `curves-${index}`)),
    ...distributions.map((one, index) =>
      plotFigure(drawDistribution(one), distributionValues(one), `distribution-${index}`),
    ),
    ...charts.map((one, index) => plotFigure(drawChart(one), chartValues(one), `chart-${index}`)),
  ]
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeMarkup(title)} · Plimsoll</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p class="about">${escapeMarkup(about)}</p>`,
    `<section class="verdict ${result ?? ''}" aria-label="Verdict">`,
    ...sentences.map(({ text }) => `<p>${escapeMarkup(text)}</p>`),
    '</section>',
    ...tables.filter(({ title }) => title === 'Objectives').map(section),
    ...(figures.length > 0 ? ['<div class="charts">', ...figures, '</div>'] : []),
    ...bars.map((one, index) => barsFigure(one, `bars-${index}`)),
    ...tables.filter(({ title }) => title !== 'Objectives').map(section),
    ...traceSection(traces),
    ...notes.map(
      ({ title, texts }) =>
        `<h2>${escapeMarkup(title)}</h2>\n<ul>${texts.map((text) => `<li>${escapeMarkup(text)}</li>`).join('\n')}</ul>`,
    ),
    '</main>',
    '</body>',
    '</html>',
  ].join('\n')
}

function section({ title, head, rows }: Table): string {
  if (rows.length === 0) return ''
  const classes = head.map((_, column) => (isNumeric(rows, column) ? ' class="number"' : ''))
  const name = escapeMarkup(title)
  return [
    `<h2>${name}</h2>`,
    `<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table>`,
    `<thead><tr>${head.map((text, column) => `<th scope="col"${classes[column]}>${escapeMarkup(text)}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody>`,
    '</table></div>',
  ].join('\n')

  function cell(one: Cell, column: number): string {
    const text = escapeMarkup(cellText(one))
    if (column === 0) return `<th scope="row">${text}</th>`
    if (typeof one !== 'object' || one === null) return `<td${classes[column]}>${text}</td>`
    if (one.result) return `<td class="result ${one.result}">${text}</td>`
    if (one.heat !== undefined) return `<td class="heat" style="--heat: ${Math.round(45 * one.heat)}%">${text}</td>`
    if (one.share === undefined) return `<td>${text}</td>`
    const filled = Math.round(100 * Math.min(1, Math.max(0, one.share)))
    return `<td class="share"><span style="--share: ${filled}%">${text}</span></td>`
  }
}
