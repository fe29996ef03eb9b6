import type { LinkSelection } from '@shortlink/core'
import { StatementTooLong } from '@shortlink/core/adapter'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { selectedLinks } from './selected-links.ts'

/** How long the statements of a call may begin: a call holds one of few connections, and a state that the database has to keep. */
const MAX_CALL_MS = 30_000

/** The statements of a call, which see one state of the database. */
export class Reader {
  readonly db: Kysely<Schema>
  readonly #selected: RawBuilder<unknown>
  readonly #untilMs = performance.now() + MAX_CALL_MS

  constructor(db: Kysely<Schema>, links: LinkSelection) {
    this.db = db
    this.#selected = selectedLinks(links)
  }

  /** The rows of a query, which may read the links that the call is about as `selected`. */
  async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    if (performance.now() > this.#untilMs) throw new StatementTooLong(`The call took longer than ${MAX_CALL_MS} ms`)
    const { rows } = await sql<Row>`with selected as materialized (${this.#selected}) ${query}`.execute(this.db)
    return rows
  }
}
