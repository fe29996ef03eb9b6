import type { Compilable, Kysely, QueryResult } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * A query built and compiled at its first call only: that takes longer than SQLite takes to run it.
 * @param build makes the query of its arguments, which may be used as parameters alone: their values are those of each call
 */
export function keptQuery<Values extends readonly unknown[], Row>(
  db: Kysely<Schema>,
  build: (...values: Values) => Compilable<Row>,
): (...values: Values) => Promise<QueryResult<Row>> {
  let kept: ReturnType<Compilable<Row>['compile']> | undefined
  /** What stands in the query for each value. */
  let places: readonly unknown[] = []
  return (...values) => {
    if (kept === undefined) {
      places = values.map(() => ({}))
      kept = build(...(places as Values)).compile()
    }
    const parameters = kept.parameters.map((parameter) => {
      const index = places.indexOf(parameter)
      return index < 0 ? parameter : values[index]
    })
    return db.executeQuery({ ...kept, parameters })
  }
}
