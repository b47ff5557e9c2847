import { type PairedDifference, pairedDifference } from '../runs/paired-difference.ts'
import { RESPONSE_FIGURES, type ResponseFigure, type SimulatedPoint } from '../runs/point.ts'

/** The combinations for which no other costs as little and answers as soon. */
export interface ParetoFront {
  /** The response time that is set against the cost: p99, or what all of them show. */
  readonly figure: ResponseFigure
  /** Positions of the combinations on it as they were measured, the cheapest first. */
  readonly points: readonly number[]
  /** Positions of those, on it or not, of which the runs do not show whether one that costs as little answers sooner. */
  readonly unsure: readonly number[]
  /** How many could be on it, but the runs are too short to show that response time of them. */
  readonly unknown: number
}

type Simulated = Pick<SimulatedPoint, 'point' | 'runs'>

/** The front of cost against response time, of what has a steady state and misses no objective; null: no cost is known of any. */
export function paretoFront(points: readonly Simulated[]): ParetoFront | null {
  const fit = points.flatMap((one, index) => {
    const { isSteady, verdict, costPerHour } = one.point
    return isSteady && verdict !== 'fail' && costPerHour !== null ? [{ index, ...one, cost: costPerHour.mean }] : []
  })
  const figure = RESPONSE_FIGURES.find((one) => fit.every(({ point }) => point[one] !== null)) ?? 'mean'
  const byCost = fit
    .flatMap((one) => {
      const response = one.point[figure]
      return response === null ? [] : [{ ...one, runs: one.runs[figure], response: response.mean }]
    })
    .toSorted((a, b) => a.cost - b.cost || a.response - b.response)
  const front: typeof byCost = []
  for (const one of byCost) {
    const last = front.at(-1)
    const isSame = last?.cost === one.cost && last.response === one.response
    if (last === undefined || one.response < last.response || isSame) front.push(one)
  }
  if (front.length === 0) return null
  const unsure = byCost.filter((one) => {
    const rivals = byCost
      .filter((other) => other !== one && other.cost <= one.cost)
      .map((other) => ({ isAsCheap: other.cost === one.cost, later: pairedDifference(other.runs, one.runs) }))
    return front.includes(one) ? !rivals.every(isSooner) : !rivals.some(isBeaten)
  })
  const positions = (some: typeof byCost) => some.map(({ index }) => index)
  return { figure, points: positions(front), unsure: positions(unsure), unknown: fit.length - byCost.length }
}

interface Rival {
  readonly isAsCheap: boolean
  /** How much later a combination answers than its rival, which costs no more. */
  readonly later: PairedDifference | null
}

/** Whether the interval shows that the rival is better: of two that answer alike to the last run, the cheaper one. */
const isBeaten = ({ isAsCheap, later }: Rival): boolean =>
  later?.lower != null && (isAsCheap ? later.lower > 0 : later.lower >= 0)

/** Whether it shows that the rival is not. */
const isSooner = ({ isAsCheap, later }: Rival): boolean =>
  later?.upper != null && (isAsCheap ? later.upper <= 0 : later.upper < 0)
