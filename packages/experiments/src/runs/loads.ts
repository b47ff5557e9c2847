import type { EventReport } from '@plimsoll/event-engine'

/** How full the parts of a design were, 0 to 1, by id; parts without a limit are missing. */
export interface DesignLoads {
  /** What is taken the most, as in a run on the screen. */
  readonly nodes: ReadonlyMap<string, number>
  /** What of the same a component exceeded in 5 % of the time. */
  readonly peaks: ReadonlyMap<string, number>
  /** Of the line or the pool of a connection, whichever is busier. */
  readonly edges: ReadonlyMap<string, number>
}

/** The means and the 95th percentiles over all runs of a report. */
export function loadsOf({ nodes, edges }: Pick<EventReport, 'nodes' | 'edges'>): DesignLoads {
  const known = (pairs: readonly (readonly [string, number | null | undefined])[]) =>
    new Map(pairs.filter((pair): pair is readonly [string, number] => typeof pair[1] === 'number'))
  return {
    nodes: known(nodes.map(({ id, fullest }) => [id, fullest?.mean])),
    peaks: known(nodes.map(({ id, fullestP95 }) => [id, fullestP95])),
    edges: known(
      edges.map(({ id, lineUtilization, poolUtilization }) => [
        id,
        Math.max(lineUtilization?.mean ?? 0, poolUtilization?.mean ?? 0),
      ]),
    ),
  }
}
