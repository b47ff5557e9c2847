import type { Estimate } from '@plimsoll/event-engine'
import { meanOf } from '../words/estimate-cells.ts'
import type { NameOf } from '../words/naming.ts'
import type { Table } from '../words/page.ts'
import { type CostPart, type CostReport, MONTH_HOURS } from './cost-report.ts'
import { PRICE_UNITS } from './prices.ts'

/** `$1,234.50`; what is less than a cent with two digits that count. */
export const formatDollars = (value: number): string =>
  `$${value.toLocaleString('en-US', value === 0 || value >= 0.01 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 })}`

/** `It costs $1.20 an hour, $876.00 a month of 730 hours, by the prices that were entered.` */
export function costSentence({ perHour, perMonth }: CostReport): string {
  if (perHour === null || perMonth === null) return 'What it costs could not be measured.'
  return `It costs ${formatDollars(perHour.mean)} an hour, ${formatDollars(perMonth.mean)} a month of ${MONTH_HOURS} hours, by the prices that were entered.`
}

/** The cost by its parts; no rows where nothing has a price. */
export function costTable(cost: CostReport | undefined, nameOf: NameOf): Table {
  const title = 'Cost'
  const head = ['Part', 'Use an hour', 'Of what', 'Price, $', '$ an hour', '95 % interval', '$ a month', 'Source']
  if (cost === undefined) return { title, head, rows: [] }
  const row = (one: CostPart) => [
    nameOf(one),
    meanOf(one.usePerHour),
    PRICE_UNITS[one.per],
    one.price,
    meanOf(one.perHour),
    rangeOf(one.perHour),
    meanOf(one.perMonth),
    one.source === null ? 'property of the connection' : `${one.source}, ${one.date}`,
  ]
  const total = ['All', null, '', null, meanOf(cost.perHour), rangeOf(cost.perHour), meanOf(cost.perMonth), '']
  return {
    title,
    head,
    rows: [...cost.parts.map(row), total],
    parts: [...cost.parts.map(({ of, id }) => ({ of, id })), null],
  }
}

const rangeOf = (one: Estimate): string =>
  one === null || one.lower === null || one.upper === null
    ? ''
    : `${formatDollars(Math.max(0, one.lower))} to ${formatDollars(one.upper)}`

/** What a design costs an hour, by the names of its parts. */
export interface NamedCost {
  readonly perHour: number | null
  readonly parts: readonly { readonly name: string; readonly perHour: number | null }[]
}

/** Absent where nothing has a price. */
export const namedCost = (cost: CostReport | undefined, nameOf: NameOf): { readonly cost?: NamedCost } =>
  cost === undefined
    ? {}
    : {
        cost: {
          perHour: meanOf(cost.perHour),
          parts: cost.parts.map((one) => ({
            name: `${nameOf(one)}, ${PRICE_UNITS[one.per]}`,
            perHour: meanOf(one.perHour),
          })),
        },
      }

/** What each part costs in two designs, an hour and a month; no rows where neither has a price. */
export function comparedCostTable(a: NamedCost | undefined, b: NamedCost | undefined): Table {
  const names = [...new Set([...(a?.parts ?? []), ...(b?.parts ?? [])].map(({ name }) => name))]
  const of = (cost: NamedCost | undefined, name: string) =>
    cost?.parts.find((one) => one.name === name)?.perHour ?? null
  const row = (name: string, inA: number | null, inB: number | null) => {
    const difference = (inB ?? 0) - (inA ?? 0)
    return [name, inA, inB, difference, difference * MONTH_HOURS]
  }
  return {
    title: 'Cost',
    head: ['Part', 'A, $ an hour', 'B, $ an hour', 'B − A, $ an hour', 'B − A, $ a month'],
    rows:
      names.length === 0
        ? []
        : [
            ...names.map((name) => row(name, of(a, name), of(b, name))),
            row('All', a?.perHour ?? null, b?.perHour ?? null),
          ],
  }
}
