import { formatNumber, formatShare } from '../quantities.ts'
import { niceStep, PLOT, round } from './axis.ts'
import { escapeMarkup } from './markup.ts'
import type { Distribution } from './page.ts'

/** Room for the labels of the cumulative share. */
const RIGHT = 58
const WIDE = PLOT.width - PLOT.left - RIGHT
const TALL = PLOT.height - PLOT.top - PLOT.bottom
const LEVELS = [0, 0.25, 0.5, 0.75, 1]
const TABLE_ROWS = 20
/** Labels of the values lie so far apart. */
const LEAST_GAP = 56

/** A histogram over a logarithmic scale with the cumulative share, and its values as a table that opens beside it. */
export function distributionFigure(distribution: Distribution, id: string): string {
  const { title, unit, limits } = distribution
  return [
    `<figure><figcaption id="${id}">${escapeMarkup(title)} <span class="unit">${escapeMarkup(unit)}, logarithmic</span></figcaption>`,
    svg(distribution, id),
    '<ul class="legend"><li class="bars">share of the requests (left)</li><li class="line0">cumulative share (right)</li></ul>',
    ...(limits.length === 0
      ? []
      : [`<p class="bands">Objectives: ${limits.map(({ name }) => escapeMarkup(name)).join(', ')}</p>`]),
    valueTable(distribution),
    '</figure>',
  ].join('\n')
}

function svg({ bins, limits }: Distribution, id: string): string {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  const least = Math.min(...bins.map(lowerEnd))
  const most = Math.max(...bins.map(({ to }) => to))
  const x = (value: number) => round(PLOT.left + (Math.log(value / least) / Math.log(most / least)) * WIDE)
  const y = (share: number) => round(PLOT.top + (1 - share) * TALL)
  const highest = Math.max(...bins.map(({ count }) => count)) / total
  const step = niceStep(highest / (LEVELS.length - 1))
  const top = step * (LEVELS.length - 1)
  const cumulative = shares(bins).map(({ to, share }) => `L${x(to)} ${y(share)}`)
  return [
    `<svg role="img" aria-labelledby="${id}" viewBox="0 0 ${PLOT.width} ${PLOT.height}">`,
    ...LEVELS.map(
      (level) =>
        `<path class="grid" d="M${PLOT.left} ${y(level)}H${PLOT.left + WIDE}"/>` +
        `<text x="${PLOT.left - 6}" y="${y(level) + 4}" text-anchor="end">${formatShare(level * top)}</text>` +
        `<text x="${PLOT.left + WIDE + 6}" y="${y(level) + 4}">${formatShare(level)}</text>`,
    ),
    ...bins.map((bin) => {
      const left = x(lowerEnd(bin))
      const height = round((bin.count / total / top) * TALL)
      return `<rect class="bars" x="${left}" y="${round(PLOT.top + TALL - height)}" width="${round(Math.max(1, x(bin.to) - left))}" height="${height}"/>`
    }),
    ...limits
      .filter(({ value }) => value >= least && value <= most)
      .map(({ value }) => `<path class="limit" d="M${x(value)} ${PLOT.top}V${PLOT.top + TALL}"/>`),
    `<path class="line line0" d="M${x(least)} ${y(0)}${cumulative.join('')}"/>`,
    ...labels(least, most, x).map(
      (value) => `<text x="${x(value)}" y="${PLOT.height - 14}" text-anchor="middle">${formatNumber(value)}</text>`,
    ),
    '</svg>',
  ].join('\n')
}

/** Values of nothing have no place on the scale. */
const lowerEnd = ({ from, to }: Distribution['bins'][number]): number => (from > 0 ? from : to / 2)

function shares(bins: Distribution['bins']) {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  let below = 0
  return bins.map(({ to, count }) => {
    below += count
    return { to, count, share: below / total }
  })
}

/** 1, 2 and 5 times the powers of ten, as many as have room. */
function labels(least: number, most: number, x: (value: number) => number): readonly number[] {
  const kept: number[] = []
  for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); power += 1) {
    for (const value of [1, 2, 5].map((factor) => factor * 10 ** power)) {
      const before = kept.at(-1)
      const isWithin = value >= least && value <= most
      if (isWithin && (before === undefined || x(value) - x(before) >= LEAST_GAP)) kept.push(value)
    }
  }
  return kept
}

function valueTable({ title, unit, bins }: Distribution): string {
  const all = shares(bins)
  const every = Math.ceil(all.length / TABLE_ROWS)
  const rows = all.filter((_, index) => index % every === every - 1 || index === all.length - 1)
  return [
    '<details><summary>Values</summary><div class="scroll">',
    `<table><caption class="hidden">${escapeMarkup(title)}</caption>`,
    `<thead><tr><th scope="col">Up to</th><th scope="col" class="number">Cumulative share</th></tr></thead>`,
    `<tbody>${rows.map(({ to, share }) => `<tr><th scope="row">${formatNumber(to)} ${escapeMarkup(unit)}</th><td class="number">${formatShare(share)}</td></tr>`).join('\n')}</tbody>`,
    '</table></div></details>',
  ].join('\n')
}
