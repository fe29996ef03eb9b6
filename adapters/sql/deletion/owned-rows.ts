import { type Kysely, sql } from 'kysely'
import type { RowLocks } from '../kit/row-locks.ts'
import type { Schema } from '../schema.ts'

/** Rows of an account or a webhook, possibly many. */
interface OwnedRows {
  readonly table: keyof Schema
  readonly owner: string
  /** The columns of an index that has an owner's rows in order. */
  readonly order: readonly string[]
  readonly primaryKey: readonly string[]
}

/** The links of an account. */
export const LINKS: OwnedRows = { table: 'links', owner: 'owner', order: ['created_at', 'id'], primaryKey: ['no'] }
const TAGS: OwnedRows = { table: 'tags', owner: 'owner', order: ['name_folded'], primaryKey: ['no'] }
const IDEMPOTENCY_KEYS: OwnedRows = {
  table: 'idempotency_keys',
  owner: 'caller',
  order: ['operation', 'key'],
  primaryKey: ['caller', 'operation', 'key'],
}

const AUDIT_ENTRIES: OwnedRows = { table: 'audit_entries', owner: 'owner', order: ['no'], primaryKey: ['no'] }

/** The remaining rows of a deleted account besides its {@link LINKS}. Hits of links stay for now. */
export const ROWS_OF_ACCOUNT: readonly OwnedRows[] = [
  TAGS,
  IDEMPOTENCY_KEYS,
  AUDIT_ENTRIES,
  { table: 'top_links', owner: 'owner', order: ['link_no'], primaryKey: ['owner', 'link_no'] },
  { table: 'account_totals', owner: 'owner', order: ['no'], primaryKey: ['no'] },
  { table: 'owner_rolled_days', owner: 'owner', order: ['day'], primaryKey: ['owner', 'day'] },
  {
    table: 'owner_rolls',
    owner: 'owner',
    order: ['dimension', 'day', 'value'],
    primaryKey: ['owner', 'dimension', 'day', 'value'],
  },
]

/** The remaining rows of a deleted webhook. */
export const ROWS_OF_WEBHOOK: readonly OwnedRows[] = [
  { table: 'webhook_deliveries', owner: 'webhook_id', order: ['created_at', 'id'], primaryKey: ['id'] },
]

/** The position of a row among its owner's rows: the values of the sort columns. */
export type Place = readonly (string | number)[]

interface Some {
  readonly take: number
  /** Only rows after that position. */
  readonly after?: Place | undefined
  /** Only rows that are free. */
  readonly locks?: RowLocks
}

/** Deletes some idempotency keys and audit entries of an account. Returns whether some may be left. */
export async function deleteKeysAndEntriesOf(db: Kysely<Schema>, account: string, take: number): Promise<boolean> {
  const keys = await deleteOwned(db, IDEMPOTENCY_KEYS, account, { take })
  const entries = await deleteOwned(db, AUDIT_ENTRIES, account, { take })
  return keys.length === take || entries.length === take
}

/** Deletes some rows of an owner, in their order. Returns their places, in any order. */
export async function deleteOwned(db: Kysely<Schema>, of: OwnedRows, owner: string, some: Some): Promise<Place[]> {
  const rows = await deleteSome<Record<string, string | number>>(db, of, owner, some, of.order)
  return rows.map((row) => of.order.map((column) => row[column] ?? ''))
}

async function deleteSome<Row>(
  db: Kysely<Schema>,
  { table, owner, order, primaryKey }: OwnedRows,
  id: string,
  { take, after, locks }: Some,
  returned: readonly string[],
): Promise<Row[]> {
  const [ordered, key] = [columns(order), columns(primaryKey)]
  const from = after === undefined ? sql`` : sql`and (${ordered}) > (${sql.join(after)})`
  const free = locks ? sql`and ${locks.lazily}` : sql``
  // A separate CTE, so that Postgres picks once for every plan of the deletion.
  const { rows } = await sql<Row>`
    with picked as (
      select ${key} from ${sql.table(table)} where ${sql.ref(owner)} = ${id} ${from} ${free} order by ${ordered} limit ${take} ${locks?.changeFree ?? sql``}
    )
    delete from ${sql.table(table)} where (${key}) in (select ${key} from picked) returning ${columns(returned)}`.execute(
    db,
  )
  return rows
}

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

export const lastOf = (places: readonly Place[]): Place | undefined =>
  places.reduce<Place | undefined>(
    (last, place) => (last === undefined || isAfter(place, last) ? place : last),
    undefined,
  )

function isAfter(place: Place, other: Place): boolean {
  const index = place.findIndex((value, index) => value !== other[index])
  return (place[index] ?? '') > (other[index] ?? '')
}

/** Whether no row of the owner is left. */
export const isNoneLeft = ({ table, owner }: OwnedRows, id: string) =>
  sql<boolean>`not exists (select 1 from ${sql.table(table)} where ${sql.ref(owner)} = ${id})`
