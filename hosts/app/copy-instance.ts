import { createHash } from 'node:crypto'
import type { CopySource, CopyTarget, RowKey } from './stores.ts'

/** A table that was copied. */
export interface CopiedTable {
  readonly table: string
  readonly rows: number
  /** SHA-256 of its rows in the order of their keys, the same in every kind of database. */
  readonly digest: string
}

/** Called with the number of rows that were done. */
interface Progress {
  advance(rows: number): void
}

/** Copies all tables, starting where an interrupted copy of the same source stopped. */
export async function copyRows(source: CopySource, target: CopyTarget, progress: Progress): Promise<void> {
  const names = source.tables.map(({ name }) => name)
  let at = await target.begin(source.address)
  while (at.table !== '') {
    const { rows, last } = await source.read(at.table, at.after)
    const following = names[names.indexOf(at.table) + 1] ?? ''
    const to = last === undefined ? { table: following, after: undefined } : { table: at.table, after: last }
    await target.save(at, to, rows)
    progress.advance(rows.length)
    at = to
  }
}

/**
 * Opens the copy to servers once every table is the same in both databases. Throws when one differs, such as when the source was changed
 * during the copy.
 */
export async function finishCopy(
  source: CopySource,
  target: CopyTarget,
  progress: Progress,
): Promise<readonly CopiedTable[]> {
  const copied = await compare(source, target, progress)
  await target.finish()
  return copied
}

async function compare(source: CopySource, target: CopyTarget, progress: Progress): Promise<CopiedTable[]> {
  const copied: CopiedTable[] = []
  for (const { name } of source.tables) {
    const [original, copy] = [await digestOf(source, name, progress), await digestOf(target, name, progress)]
    if (original.digest !== copy.digest) throw new CopyDiffers(name, original.rows, copy.rows)
    copied.push(original)
  }
  return copied
}

async function digestOf(source: CopySource, table: string, progress: Progress): Promise<CopiedTable> {
  const hash = createHash('sha256')
  let count = 0
  for (let after: RowKey | undefined; ; ) {
    const { rows, last } = await source.read(table, after)
    if (last === undefined) return { table, rows: count, digest: hash.digest('hex') }
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`)
    count += rows.length
    progress.advance(rows.length)
    after = last
  }
}

/** A table of the copy differs from the source. */
class CopyDiffers extends Error {
  constructor(table: string, originals: number, copies: number) {
    super(
      `${table} differs (${originals} rows in the source, ${copies} in the copy): the source was changed during the copy. Stop what uses it and copy into a new database`,
    )
  }
}
