import { newestFirst } from '@shortlink/core/adapter'
import type { Call } from './scope.ts'
import type { Table } from './table.ts'

/** A table with an index of owners. */
type OwnedTable<Row extends object> = Pick<Table<Row>, 'get' | 'put' | 'remove'> & {
  where(index: 'owner', owner: string): Row[]
}

interface Owned {
  readonly id: string
  readonly owner: string
  readonly createdAt: number
}

/** The calls of an account on its records in a table. */
export const ownedRecords = <Row extends Owned>(call: Call, table: OwnedTable<Row>) => ({
  insert: (record: Row, max: number) =>
    call((transaction) => {
      if (table.where('owner', record.owner).length >= max) return false
      table.put(transaction, record)
      return true
    }),

  /** Oldest first. */
  list: (owner: string) => call(() => table.where('owner', owner).sort((one, other) => newestFirst(other, one))),

  updateOwned: (owner: string, id: string, changes: Partial<Row>) =>
    call((transaction) => {
      const record = table.get(id)
      if (record?.owner !== owner) return undefined
      const changed = { ...record, ...changes }
      table.put(transaction, changed)
      return changed
    }),

  deleteOwned: (owner: string, id: string) =>
    call((transaction) => {
      const record = table.get(id)
      if (record?.owner !== owner) return false
      table.remove(transaction, record)
      return true
    }),
})
