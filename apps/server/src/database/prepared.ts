import { type Compilable, type CompiledQuery, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * A reading query that is built and compiled once for each database, for the calls whose speed
 * people feel: building takes Kysely longer than the query takes SQLite.
 */
export function prepared<Parameters extends (string | number)[], Row>(
  build: (database: Database, ...parameters: Parameters) => Compilable<Row>,
): (database: Database, ...parameters: Parameters) => Row[] | Promise<Row[]> {
  const plans = new WeakMap<Database, Plan<Row>>()
  return (database, ...parameters) => {
    let plan = plans.get(database)
    if (!plan) {
      plan = compile(database, build, parameters)
      plans.set(database, plan)
    }
    const { query, markers } = plan
    const values = query.parameters.map((value) => (markers.has(value) ? parameters[markers.get(value) ?? 0] : value))
    return database.find({ ...query, parameters: values })
  }
}

interface Plan<Row> {
  query: CompiledQuery<Row>
  /** What stands in the query in place of the nth parameter → n. */
  markers: ReadonlyMap<unknown, number>
}

function compile<Parameters extends (string | number)[], Row>(
  database: Database,
  build: (database: Database, ...parameters: Parameters) => Compilable<Row>,
  examples: Parameters,
): Plan<Row> {
  const markers = examples.map((_, index) => ({ parameter: index }))
  // Compared with a bare text SQLite plans joins and sorted lists anew for each value, which takes longer than they do.
  const stands = markers.map((marker, index) =>
    typeof examples[index] === 'string' ? sql`cast(${marker} as text)` : marker,
  )
  const query = build(database, ...(stands as unknown as Parameters)).compile()
  return { query, markers: new Map(markers.map((marker, index) => [marker, index])) }
}
