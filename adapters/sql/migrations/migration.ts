import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the databases call differently in DDL. */
export interface DdlDialect {
  /** Column type of a key that the database generates. */
  readonly serial: RawBuilder<unknown>
  /** Column type of a 64-bit key that the application generates. */
  readonly bigKey: RawBuilder<unknown>
  /** Column type of text that is compared and ordered byte for byte. */
  readonly key: RawBuilder<unknown>
  /** End of a `create table` whose rows are stored in the primary key's index, where the database can do that. */
  readonly clustered: RawBuilder<unknown>
}

/** A migration that runs the statements in order. There is no way back; a later migration corrects a mistake. */
export const statements = (...list: RawBuilder<unknown>[]): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of list) await statement.execute(db)
  },
})

export const sqliteDdl: DdlDialect = {
  serial: sql`integer primary key`,
  bigKey: sql`integer primary key`,
  key: sql`text`,
  clustered: sql`without rowid`,
}

export const postgresDdl: DdlDialect = {
  serial: sql`integer generated always as identity primary key`,
  bigKey: sql`bigint primary key`,
  key: sql`text collate "C"`,
  clustered: sql``,
}
