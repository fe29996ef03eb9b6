import { StoreBusy } from '@shortlink/core/adapter'
import { type Kysely, sql } from 'kysely'
import { StoreUnusable } from '../../sql/kit/store-unusable.ts'
import type { Schema } from '../../sql/schema.ts'
import { unreachable } from './await-server.ts'

/** Throws `StoreUnusable` when the database refuses the query, or cannot store every text. */
export async function requireUnicode(db: Kysely<Schema>): Promise<void> {
  const encoding = await encodingOf(db)
  if (encoding === 'UTF8') return
  throw new StoreUnusable(
    'unsuitable',
    `The Postgres database has the encoding ${encoding}, which cannot hold every text: it must be UTF8`,
  )
}

async function encodingOf(db: Kysely<Schema>): Promise<string> {
  try {
    const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db)
    return String(rows[0]?.encoding)
  } catch (error) {
    throw error instanceof StoreBusy ? error : unreachable(error)
  }
}
