import { type Bar, type Bars, escapeMarkup, type Segment } from '@plimsoll/experiments'

/** Bars in a figure of their own. */
export function barsFigure(bars: Bars, id: string): string {
  const caption = `<figcaption id="${id}">${escapeMarkup(bars.title)}</figcaption>`
  return `<figure class="steps">${caption}\n${barTable(bars, id)}</figure>`
}

/** Each request's bars, which open beneath its title. */
export function traceSection(traces: readonly Bars[]): readonly string[] {
  if (traces.length === 0) return []
  return [
    '<h2>Slowest requests</h2>',
    ...traces.map((bars, index) => {
      const id = `trace-${index}`
      const summary = `<summary id="${id}">${escapeMarkup(bars.title)}</summary>`
      return `<details class="steps"${index === 0 ? ' open' : ''}>${summary}\n${barTable(bars, id)}</details>`
    }),
  ]
}

/** A table of names and bars, each with its text. */
function barTable({ kinds, start = 0, end, mark, rows }: Bars, titleId: string): string {
  const shown = new Set(rows.flatMap(({ segments }) => segments.map(({ kind }) => kind)))
  const legend = kinds.flatMap((name, kind) =>
    shown.has(kind) ? [`<li class="line${kind}">${escapeMarkup(name)}</li>`] : [],
  )
  return [
    `<div class="scroll" role="region" aria-labelledby="${titleId}" tabindex="0"><table>`,
    '<thead class="hidden"><tr><th scope="col">Part</th><th scope="col">Time</th></tr></thead>',
    `<tbody>${rows.map(rowOf).join('\n')}</tbody>`,
    '</table></div>',
    `<ul class="legend">${legend.join('')}</ul>`,
  ].join('\n')

  function rowOf({ name, depth, segments, text }: Bar): string {
    const track = `<span class="track" aria-hidden="true">${segments.map(segmentOf).join('')}${markOf()}</span>`
    const bar = `<div>${track}<span class="text">${escapeMarkup(text)}</span></div>`
    return `<tr><th scope="row" style="--depth: ${depth}">${escapeMarkup(name)}</th><td>${bar}</td></tr>`
  }

  function segmentOf({ kind, from, to }: Segment): string {
    return `<span class="line${kind}" style="--from: ${percent(from - start)}; --length: ${percent(to - from)}"></span>`
  }

  function markOf(): string {
    return mark === undefined
      ? ''
      : `<span class="mark" style="--from: ${percent(mark - start)}; --length: 2px"></span>`
  }

  function percent(length: number): string {
    return `${Math.round((10_000 * length) / (end - start)) / 100}%`
  }
}
