import { openSqliteStore } from '@shortlink/adapters/sqlite'
import Sqlite from 'better-sqlite3'
import { COPIED } from '../../adapters/sql/copy/copied-tables.ts'

/** Texts that common mistakes corrupt on the way. */
const TEXTS = [
  '',
  ' ',
  `it's "quoted" \\ once`,
  '{"json": [1, null]}',
  '{a,NULL}',
  'Ä é e\u0301 👩‍👩‍👧‍👦',
  'line\r\nend\t',
  '12',
  '%_',
]
/** Numbers at the ends of their ranges. */
const INTEGERS = { bigint: 2n ** 53n - 1n, integer: 2n ** 31n - 1n, smallint: 2n ** 15n - 1n } as const

interface Column {
  readonly name: string
  readonly type: string
  readonly notnull: bigint
  readonly pk: bigint
}

/** Rows of a table that is copied in one batch anyway: more than there are texts. */
const FEW = 30

/**
 * Creates an SQLite database with rows in every table that a copy includes. Their values are at the limits of the columns. Tables that fit
 * into one batch have at most {@link FEW} rows.
 */
export async function fillEveryTable(file: string, count: number): Promise<void> {
  await (await openSqliteStore({ file })).close()
  const db = new Sqlite(file).defaultSafeIntegers()
  try {
    db.pragma('foreign_keys = ON')
    db.transaction(() => {
      for (const [table, { batch }] of Object.entries(COPIED))
        fillTable(db, table, batch < count ? count : Math.min(count, FEW))
    })()
  } finally {
    db.close()
  }
}

function fillTable(db: Sqlite.Database, table: string, count: number) {
  const columns = db.prepare<[string], Column>('select * from pragma_table_info(?)').all(table)
  const insert = db.prepare(
    `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  for (let n = 0; n < count; n += 1) insert.run(columns.map((column) => sampleOf(table, column, n)))
}

function sampleOf(table: string, { name, type, notnull, pk }: Column, n: number): string | bigint | null {
  const kind = type.toLowerCase()
  // Open orders of one account and period exclude each other.
  if (name === 'status') return 'FILLED'
  if (name === 'bio_page') return textOf('id', n)
  if (notnull === 0n && pk === 0n && n % 3 === 0) return null
  if (kind === 'text') return textOf(name, n)
  const highest = INTEGERS[kind as keyof typeof INTEGERS]
  // Ids of hits have 63 bits.
  if (table === 'hits' && name === 'id') return 2n ** 62n + BigInt(n)
  return highest - BigInt(n)
}

/** Returns a text that is unique for each n, so that it can be a key. */
const textOf = (name: string, n: number) => `${TEXTS[n % TEXTS.length]}${name} ${n}`
