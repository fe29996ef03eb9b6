import type { Schema } from '../schema.ts'

/** The text of a `select` of columns of a table, by default `links`, from a parameter of the statement: a JSON list of rows. */
export type RowsFromJson = (columns: readonly string[], table?: keyof Schema, parameter?: number) => string

export const sqliteRowsFromJson: RowsFromJson = (columns) =>
  `select ${columns.map((column) => `value ->> '${column}' as ${column}`).join(', ')} from json_each(?)`

export const postgresRowsFromJson: RowsFromJson = (columns, table = 'links', parameter = 1) =>
  `select ${columns.join(', ')} from json_populate_recordset(null::${table}, $${parameter})`
