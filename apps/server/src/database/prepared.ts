import { type Compilable, type CompiledQuery, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * A read query that is compiled once for each database, for frequent requests: Kysely takes longer to build a query than
 * SQLite to run it. See docs/performance.md.
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
  /** Maps the marker of a parameter to its index. */
  markers: ReadonlyMap<unknown, number>
}

function compile<Parameters extends (string | number)[], Row>(
  database: Database,
  build: (database: Database, ...parameters: Parameters) => Compilable<Row>,
  examples: Parameters,
): Plan<Row> {
  const markers = examples.map((_, index) => ({ parameter: index }))
  // For a bare text parameter SQLite plans joins and sorted lists anew with each value.
  const placeholders = markers.map((marker, index) =>
    typeof examples[index] === 'string' ? sql`cast(${marker} as text)` : marker,
  )
  const query = build(database, ...(placeholders as unknown as Parameters)).compile()
  return { query, markers: new Map(markers.map((marker, index) => [marker, index])) }
}
