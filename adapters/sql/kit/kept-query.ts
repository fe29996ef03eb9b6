import type { Compilable, Kysely, QueryResult } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * A query that is built and compiled only once, at its first call: that takes longer than SQLite takes to run it.
 * @param build builds the query from its arguments, which it may use only as parameters: their values differ per call
 */
export function keptQuery<Values extends readonly unknown[], Row>(
  db: Kysely<Schema>,
  build: (...values: Values) => Compilable<Row>,
): (...values: Values) => Promise<QueryResult<Row>> {
  let kept: ReturnType<Compilable<Row>['compile']> | undefined
  /** The placeholder in the query for each value. */
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
