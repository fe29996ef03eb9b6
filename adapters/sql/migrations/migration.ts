import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the databases have different names for. */
export interface DdlDialect {
  /** Column type of a key that the database hands out. */
  readonly serial: RawBuilder<unknown>
  /** Column type of a 64-bit key that is handed in. */
  readonly bigKey: RawBuilder<unknown>
  /** Column type of text that is compared and ordered byte for byte. */
  readonly key: RawBuilder<unknown>
  /** End of a `create table` whose rows live in the primary key's index alone, where there is such a thing. */
  readonly clustered: RawBuilder<unknown>
}

/** A step of the schema: the statements, in order. There is no way down; a mistake is mended by a later step. */
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
