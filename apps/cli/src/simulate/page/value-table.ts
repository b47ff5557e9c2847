import { cellText, escapeMarkup, type Table } from '@plimsoll/experiments'

/** The values of a figure as a table that opens beside it. */
export function valueTable({ title, head, rows }: Table): string {
  const [first = '', ...others] = head
  return [
    '<details><summary>Values</summary><div class="scroll">',
    `<table><caption class="hidden">${escapeMarkup(title)}</caption>`,
    `<thead><tr><th scope="col">${escapeMarkup(first)}</th>${others.map((name) => `<th scope="col" class="number">${escapeMarkup(name)}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows
      .map(([name = null, ...cells]) => {
        const values = cells.map((cell) => `<td class="number">${escapeMarkup(cellText(cell))}</td>`)
        return `<tr><th scope="row">${escapeMarkup(cellText(name))}</th>${values.join('')}</tr>`
      })
      .join('\n')}</tbody>`,
    '</table></div></details>',
  ].join('\n')
}
