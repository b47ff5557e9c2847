import { addedPriceFault, PRICE_UNITS, type Price, type PriceUnit } from '@plimsoll/experiments'
import type { Flow } from '@plimsoll/flow'

/** A price as it is typed. */
export interface TypedPrice {
  readonly of: string
  readonly per: PriceUnit
  readonly price: string
  readonly source: string
  readonly date: string
}

export const NO_PRICE: TypedPrice = { of: '', per: 'instanceHour', price: '', source: '', date: '' }

/** What is saved, as far as it is a list; what is wrong with an entry is told when the design is run. */
export function savedPrices({ simulation }: Pick<Flow, 'simulation'>): readonly Partial<Price>[] {
  const saved = simulation?.prices
  return Array.isArray(saved) ? saved.filter((one) => typeof one === 'object' && one !== null) : []
}

/** The typed price, or what is wrong with it for this design. */
export function readPrice(flow: Flow, { of, per, price, source, date }: TypedPrice): Price | string {
  const read = {
    of,
    per,
    price: price.trim() === '' ? Number.NaN : Number(price.replaceAll(',', '')),
    source: source.trim(),
    date,
  }
  return addedPriceFault(flow, read) ?? read
}

/** `API: $0.2 per instance hour`. */
export function describePrice(flow: Pick<Flow, 'nodes'>, { of, per, price }: Partial<Price>): string {
  const label = flow.nodes.find(({ id }) => id === of)?.data.label || of
  return `${label}: $${price} per ${per ? PRICE_UNITS[per] : '?'}`
}
