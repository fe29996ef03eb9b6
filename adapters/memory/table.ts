import type { Transaction } from './scope.ts'

type KeyOf<Row> = (row: Row) => string | null

/** Rows by id and by additional keys; changes can be undone. A row is never changed, only replaced. */
export class Table<Row extends object, Index extends string = never> {
  readonly #idOf: (row: Row) => string
  readonly #rows = new Map<string, Row>()
  readonly #indexes: [Index, KeyOf<Row>, Map<string, Map<string, Row>>][]

  constructor(idOf: (row: Row) => string, indexes: Record<Index, KeyOf<Row>>) {
    this.#idOf = idOf
    this.#indexes = Object.entries<KeyOf<Row>>(indexes).map(([name, keyOf]) => [name as Index, keyOf, new Map()])
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  isEmpty(): boolean {
    return this.#rows.size === 0
  }

  all(): Row[] {
    return [...this.#rows.values()]
  }

  /** The rows that have the key in an index, in no particular order. */
  where(index: Index, key: string): Row[] {
    const rows = this.#indexes.find(([name]) => name === index)?.[2].get(key)
    return rows ? [...rows.values()] : []
  }

  /** The row that has the key in a unique index. */
  find(index: Index, key: string): Row | undefined {
    return this.where(index, key)[0]
  }

  /** Inserts the row, or replaces the one with its id. */
  put(transaction: Transaction, row: Row) {
    this.#change(transaction, this.#idOf(row), row)
  }

  remove(transaction: Transaction, row: Row) {
    this.#change(transaction, this.#idOf(row), undefined)
  }

  #change(transaction: Transaction, id: string, row: Row | undefined) {
    const before = this.#rows.get(id)
    transaction.onRollback(() => this.#write(id, before))
    this.#write(id, row)
  }

  #write(id: string, row: Row | undefined) {
    const before = this.#rows.get(id)
    for (const [, keyOf, rowsByKey] of this.#indexes) {
      if (before) unlist(rowsByKey, keyOf(before), id)
      if (row) enlist(rowsByKey, keyOf(row), id, row)
    }
    if (row) this.#rows.set(id, row)
    else this.#rows.delete(id)
  }
}

function enlist<Row>(rowsByKey: Map<string, Map<string, Row>>, key: string | null, id: string, row: Row) {
  if (key === null) return
  const rows = rowsByKey.get(key)
  if (rows) rows.set(id, row)
  else rowsByKey.set(key, new Map([[id, row]]))
}

function unlist<Row>(rowsByKey: Map<string, Map<string, Row>>, key: string | null, id: string) {
  if (key === null) return
  const rows = rowsByKey.get(key)
  rows?.delete(id)
  if (rows?.size === 0) rowsByKey.delete(key)
}
