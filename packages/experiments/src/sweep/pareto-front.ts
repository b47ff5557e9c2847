import { type Point, RESPONSE_FIGURES, type ResponseFigure } from '../runs/point.ts'

/** The combinations for which no other costs as little and answers as soon. */
export interface ParetoFront {
  /** The response time that is set against the cost: p99, or what all of them show. */
  readonly figure: ResponseFigure
  /** Positions of the combinations on it, the cheapest first. */
  readonly points: readonly number[]
  /** How many could be on it, but the runs are too short to show that response time of them. */
  readonly unknown: number
}

/** The front of cost against response time, of what has a steady state and misses no objective; null: no cost is known of any. */
export function paretoFront(points: readonly Point[]): ParetoFront | null {
  const fit = points.flatMap((point, index) => {
    const { isSteady, verdict, costPerHour } = point
    return isSteady && verdict !== 'fail' && costPerHour !== null ? [{ index, point, cost: costPerHour.mean }] : []
  })
  const figure = RESPONSE_FIGURES.find((one) => fit.every(({ point }) => point[one] !== null)) ?? 'mean'
  const byCost = fit
    .flatMap(({ index, point, cost }) => {
      const response = point[figure]
      return response === null ? [] : [{ index, cost, response: response.mean }]
    })
    .toSorted((a, b) => a.cost - b.cost || a.response - b.response)
  const front: typeof byCost = []
  for (const one of byCost) {
    const last = front.at(-1)
    const isSame = last?.cost === one.cost && last.response === one.response
    if (last === undefined || one.response < last.response || isSame) front.push(one)
  }
  if (front.length === 0) return null
  return { figure, points: front.map(({ index }) => index), unknown: fit.length - byCost.length }
}
