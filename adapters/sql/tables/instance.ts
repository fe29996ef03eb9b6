/** Values of the instance by name. */
export interface InstanceTable {
  name: string
  value: string
}

/** At most one row, while a copy into this database is unfinished. */
export interface CopyProgressTable {
  id: number
  /** The source of the copy, without secrets. */
  source: string
  table_name: string
  /** The key of the last row that was copied, as JSON; null before the first. */
  after_key: string | null
}
