import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/**
 * A reading query that is built and compiled once for each database, for the calls whose speed people feel: building
 * takes Kysely longer than the query takes SQLite.
 */
export function prepared<Parameters extends unknown[], Row>(
  build: (database: Database, ...parameters: Parameters) => Compilable<Row>,
): (database: Database, ...parameters: Parameters) => Promise<Row[]> {
  const plans = new WeakMap<Database, Plan<Row>>()
  return async (database, ...parameters) => {
    let plan = plans.get(database)
    if (!plan) {
      plan = compile(database, build, parameters.length)
      plans.set(database, plan)
    }
    const { query, markers } = plan
    const values = query.parameters.map((value) => (markers.has(value) ? parameters[markers.get(value) ?? 0] : value))
    const { rows } = await database.read.executeQuery<Row>({ ...query, parameters: values })
    return rows
  }
}

interface Plan<Row> {
  query: CompiledQuery<Row>
  /** What stands in the query in place of the nth parameter → n. */
  markers: ReadonlyMap<unknown, number>
}

function compile<Parameters extends unknown[], Row>(
  database: Database,
  build: (database: Database, ...parameters: Parameters) => Compilable<Row>,
  count: number,
): Plan<Row> {
  const markers = Array.from({ length: count }, (_, index) => ({ parameter: index }))
  const query = build(database, ...(markers as unknown as Parameters)).compile()
  return { query, markers: new Map(markers.map((marker, index) => [marker, index])) }
}
