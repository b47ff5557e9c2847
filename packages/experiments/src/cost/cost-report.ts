import { type Estimate, type EventModel, estimate, type PartRef, type RunOutcome } from '@plimsoll/event-engine'
import type { Price, PriceUnit } from './prices.ts'

const HOUR_MS = 3_600_000
const BYTES_PER_GB = 1e9
const MILLION = 1e6
/** Hours of a month, as cloud providers bill: a year of 365 days has 8,760. */
export const MONTH_HOURS = 730

/** What a design costs at the simulated load. Dollars. */
export interface CostReport {
  readonly perHour: Estimate
  /** Of 730 hours. */
  readonly perMonth: Estimate
  /** Most expensive first. */
  readonly parts: readonly CostPart[]
}

export interface CostPart extends PartRef {
  readonly per: PriceUnit
  readonly price: number
  /** Null: a price that is a property of the connection. */
  readonly source: string | null
  readonly date: string | null
  /** Instance hours, GB (10^9 bytes), or millions of requests in an hour. */
  readonly usePerHour: Estimate
  readonly perHour: Estimate
  readonly perMonth: Estimate
}

type Priced = Pick<CostPart, 'of' | 'id' | 'per' | 'price' | 'source' | 'date'>

/** All prices of a design, with those that are properties of its connections. */
export function pricedParts({ links }: Pick<EventModel, 'links'>, prices: readonly Price[]): readonly Priced[] {
  const none = { source: null, date: null } as const
  return [
    ...prices.map(({ of: id, per, price, source, date }): Priced => ({ of: 'node', id, per, price, source, date })),
    ...links.flatMap(({ id, cost }): readonly Priced[] =>
      cost === null
        ? []
        : [
            ...(cost.perGB > 0 ? [{ of: 'edge', id, per: 'GB', price: cost.perGB, ...none } as const] : []),
            ...(cost.perMillion > 0
              ? [{ of: 'edge', id, per: 'millionRequests', price: cost.perMillion, ...none } as const]
              : []),
          ],
    ),
  ]
}

type Measured = Pick<RunOutcome, 'measuredMs'> & {
  readonly nodes: readonly Pick<RunOutcome['nodes'][number], 'meanInstances' | 'arrived'>[]
  readonly links: readonly Pick<RunOutcome['links'][number], 'bytes' | 'crossed'>[]
}
type Structure = {
  readonly nodes: readonly Pick<EventModel['nodes'][number], 'id' | 'machinesPerInstance'>[]
  readonly links: readonly { readonly id: string; readonly source: number; readonly target: number }[]
}

/** What a part uses in an hour of such a run. A component's data is that of all its connections, both directions. */
export function usePerHour(
  model: Structure,
  run: Measured,
  { of, id, per }: Pick<Priced, 'of' | 'id' | 'per'>,
): number {
  const perHour = HOUR_MS / run.measuredMs
  const node = of === 'node' ? model.nodes.findIndex((one) => one.id === id) : -1
  const isOwn = (link: Structure['links'][number]) =>
    of === 'edge' ? link.id === id : link.source === node || link.target === node
  const sumOf = (figure: 'bytes' | 'crossed') =>
    model.links.reduce((sum, link, index) => sum + (isOwn(link) ? (run.links[index]?.[figure] ?? 0) : 0), 0)
  switch (per) {
    case 'instanceHour':
      return (run.nodes[node]?.meanInstances ?? 0) * (model.nodes[node]?.machinesPerInstance ?? 1)
    case 'GB':
      return (sumOf('bytes') / BYTES_PER_GB) * perHour
    case 'millionRequests':
      return ((of === 'edge' ? sumOf('crossed') : (run.nodes[node]?.arrived ?? 0)) / MILLION) * perHour
  }
}

/** Dollars an hour of one run; null where nothing has a price. */
export const costOfRun = (model: Structure, run: Measured, priced: readonly Priced[]): number | null =>
  priced.length === 0 ? null : priced.reduce((sum, one) => sum + one.price * usePerHour(model, run, one), 0)

/** What all runs cost together; null where nothing has a price. */
export function costReport(
  model: Structure,
  outcomes: readonly Measured[],
  priced: readonly Priced[],
): CostReport | null {
  if (priced.length === 0) return null
  const totals = outcomes.map((run) => costOfRun(model, run, priced) ?? 0)
  const parts = priced.map((one): CostPart => {
    const uses = outcomes.map((run) => usePerHour(model, run, one))
    const costs = uses.map((use) => use * one.price)
    return { ...one, usePerHour: estimate(uses), ...hourAndMonth(costs) }
  })
  return {
    ...hourAndMonth(totals),
    parts: parts.toSorted((a, b) => (b.perHour?.mean ?? 0) - (a.perHour?.mean ?? 0)),
  }
}

const hourAndMonth = (perHour: readonly number[]): Pick<CostReport, 'perHour' | 'perMonth'> => ({
  perHour: estimate(perHour),
  perMonth: estimate(perHour.map((cost) => cost * MONTH_HOURS)),
})
