import { StatementTooLong } from '@shortlink/core/adapter'
import type { LinkSelection } from '@shortlink/core/ports'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../schema.ts'
import { selectedLinks, theseLinks } from '../expressions/selected-links.ts'

/** Maximum number of link numbers in a statement. With more links, each statement selects them again, which keeps its text short. */
const MAX_VISITED = 1_000

/** The statements of a call; they see one state of the database. */
export class Reader {
  readonly db: Kysely<Schema>
  readonly #selected: RawBuilder<unknown>
  readonly #callMs: number
  readonly #untilMs: number

  private constructor(db: Kysely<Schema>, selected: RawBuilder<unknown>, callMs: number) {
    this.db = db
    this.#selected = selected
    this.#callMs = callMs
    this.#untilMs = performance.now() + callMs
  }

  /**
   * Selects the links once. Omits links without visits, because every statement looks up each link.
   * @param callMs how long after its start the call may start statements
   */
  static async of(db: Kysely<Schema>, links: LinkSelection, callMs: number): Promise<Reader> {
    const reader = new Reader(db, selectedLinks(links), callMs)
    if (links.ids !== null) return reader
    const visited = await reader.rows<{ no: number }>(sql`
      select no from selected
      where exists (select 1 from hit_days where link_no = selected.no) or exists (select 1 from rolled_days where link_no = selected.no)
      limit ${sql.lit(MAX_VISITED + 1)}`)
    return visited.length > MAX_VISITED ? reader : new Reader(db, theseLinks(visited.map(({ no }) => no)), callMs)
  }

  /** Returns the rows of a query, which may read the links of the call as `selected`. */
  async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    if (performance.now() > this.#untilMs) throw new StatementTooLong(`The call took longer than ${this.#callMs} ms`)
    const { rows } = await sql<Row>`with selected as materialized (${this.#selected}) ${query}`.execute(this.db)
    return rows
  }
}
