import type { Compilable, Kysely, QueryResult } from 'kysely'
import type { Schema } from './schema.ts'

/** Stands in a kept query for a value that each call has. */
class Place {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/**
 * A query built and compiled at its first call only: that takes longer than SQLite takes to run it.
 * @param build makes the query of its arguments, which may be used as parameters alone: their values are those of each call
 */
export function keptQuery<Values extends readonly unknown[], Row>(
  db: Kysely<Schema>,
  build: (...values: Values) => Compilable<Row>,
): (...values: Values) => Promise<QueryResult<Row>> {
  let kept: ReturnType<Compilable<Row>['compile']> | undefined
  return (...values) => {
    kept ??= build(...(values.map((_, index) => new Place(index)) as unknown as Values)).compile()
    const parameters = kept.parameters.map((parameter) =>
      parameter instanceof Place ? values[parameter.index] : parameter,
    )
    return db.executeQuery({ ...kept, parameters })
  }
}
