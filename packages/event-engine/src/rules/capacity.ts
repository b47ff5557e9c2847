/** A queue as the operational laws see it (Denning and Buzen 1978). */
export interface Demand {
  readonly name: string
  /** Service time that a request takes there, all its visits together. */
  readonly demandMs: number
  readonly slots: number
}

/** Requests per second that a station can serve; Infinity where they ask nothing of it. */
export const mostPerSecondAt = ({ demandMs, slots }: Demand): number => (1000 * slots) / demandMs

/** The stations in the order in which they saturate as the load grows: the first limits all. */
export const bySaturation = (stations: readonly Demand[]): readonly Demand[] =>
  stations.toSorted((a, b) => mostPerSecondAt(a) - mostPerSecondAt(b))

/** The most requests per second that all stations together can serve. */
export const mostPerSecond = (stations: readonly Demand[]): number => Math.min(...stations.map(mostPerSecondAt))

/** The utilization law: busy slots of each at a load, as a share. */
export const utilizationsAt = (stations: readonly Demand[], perSecond: number): readonly number[] =>
  stations.map((station) => perSecond / mostPerSecondAt(station))

/** How many users that think between requests just fill the system: at more, the asymptotic bounds say, they wait for each other. */
export const saturatingUsers = (stations: readonly Demand[], thinkMs: number): number =>
  ((stations.reduce((sum, { demandMs }) => sum + demandMs, 0) + thinkMs) * mostPerSecond(stations)) / 1000
