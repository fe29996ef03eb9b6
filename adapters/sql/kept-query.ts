import type { Compilable, Kysely, QueryResult } from 'kysely'
import type { Schema } from './schema.ts'

/** Stands in a kept query for the value that each call has. */
const PLACE = 'value of the call'

/**
 * A query with one text as its parameter, built and compiled at its first call only: that takes as long as SQLite takes to run it. Any
 * other parameter stays as it is.
 */
export function keptQuery<Row>(db: Kysely<Schema>, build: (value: string) => Compilable<Row>) {
  let kept: ReturnType<Compilable<Row>['compile']> | undefined
  return (value: string): Promise<QueryResult<Row>> => {
    kept ??= build(PLACE).compile()
    const parameters = kept.parameters.map((parameter) => (parameter === PLACE ? value : parameter))
    return db.executeQuery({ ...kept, parameters })
  }
}
