import { makesRequests } from '@plimsoll/catalog'
import type { Flow } from '@plimsoll/flow'
import { labelOf } from '../design/part-names.ts'

/** What a price is for, in words. */
export const PRICE_UNITS = {
  instanceHour: 'instance hour',
  GB: 'GB',
  millionRequests: 'million requests',
} as const

export type PriceUnit = keyof typeof PRICE_UNITS

/** A price of a component, as a design saves it under `simulation.prices`. */
export interface Price {
  /** Id of the component. */
  readonly of: string
  readonly per: PriceUnit
  /** Dollars. */
  readonly price: number
  /** Where it stands, such as an address. */
  readonly source: string
  /** When it stood there: `2026-11-23`. */
  readonly date: string
}

/** What is wrong with a saved price, with its path. */
interface PriceFault {
  readonly path: string
  readonly message: string
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/

/** Whether the text is a day of the Gregorian calendar. */
function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = DATE.exec(text)?.slice(1).map(Number) ?? []
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= days
}

const nameOf = (flow: Flow, id: string) => labelOf(flow, { of: 'node', id })

/** What is wrong with a price for this design; null: nothing. */
function priceFault(flow: Flow, price: Partial<Price>): string | null {
  if (!price.of) return 'component must be one of this design'
  const node = flow.nodes.find(({ id }) => id === price.of)
  if (node === undefined) return `${price.of} names no component of this design`
  if (!price.per || !Object.hasOwn(PRICE_UNITS, price.per)) return `per must be ${Object.keys(PRICE_UNITS).join(', ')}`
  if (price.per !== 'GB' && makesRequests(node.type))
    return `${nameOf(flow, node.id)} makes the requests: it can have a price per GB, but has no instances and takes no requests`
  if (typeof price.price !== 'number' || !Number.isFinite(price.price) || price.price < 0)
    return 'price must be a number of dollars, 0 or more'
  if (typeof price.source !== 'string' || price.source.trim() === '') return 'source must say where the price stands'
  if (typeof price.date !== 'string' || !isDay(price.date))
    return `date must be a day such as 2026-11-23${price.date ? `, which ${price.date} is not` : ''}`
  return null
}

/** The prices that a design saves; each that cannot be read with its path and the reason. */
export function readPrices(flow: Flow): readonly (Price | PriceFault)[] {
  const saved = flow.simulation?.prices ?? []
  if (!Array.isArray(saved)) return [{ path: 'simulation.prices', message: 'must be a list of prices' }]
  return saved.map((one: unknown, index): Price | PriceFault => {
    const path = `simulation.prices.${index}`
    const price = (typeof one === 'object' && one !== null ? one : {}) as Price
    const message = priceFault(flow, price) ?? twiceFault(flow, saved.slice(0, index), price)
    return message === null ? price : { path, message }
  })
}

function twiceFault(flow: Flow, before: readonly Price[], { of, per }: Price): string | null {
  const isTwice = before.some((one) => one?.of === of && one?.per === per)
  return isTwice ? `${nameOf(flow, of)} has two prices per ${PRICE_UNITS[per]}` : null
}

/** The prices that can be read. */
export const pricesOf = (flow: Flow): readonly Price[] => readPrices(flow).filter((one) => 'price' in one)

/** What is wrong with one more price for this design; null: nothing. */
export const addedPriceFault = (flow: Flow, price: Partial<Price>): string | null =>
  priceFault(flow, price) ?? twiceFault(flow, pricesOf(flow), price as Price)
