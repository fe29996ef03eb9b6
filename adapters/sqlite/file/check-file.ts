import { closeSync, openSync, readSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { StoreUnusable } from '../../sql/kit/store-unusable.ts'

/** Marks the file as shortlink's in its header ("shrt"). */
export const APPLICATION_ID = 0x73687274
const MAGIC = 'SQLite format 3\0'
/** Pages of larger files are not checked, since that takes about a second per gigabyte. */
const MAX_CHECKED_BYTES = 512 * 1024 * 1024

/** Throws `StoreUnusable` for an existing file that cannot be our database. Writes nothing to it. */
export function checkFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return
  if (!stats.isFile()) throw new StoreUnusable('not-a-database', `${file} is not a file`)
  // By the mode, since the superuser may open any file for writing.
  if ((stats.mode & 0o222) === 0) throw new StoreUnusable('read-only', `${file} is read-only`)
  if (stats.size === 0) return
  checkHeader(file)
  checkPages(file, stats.size)
}

function checkHeader(file: string) {
  const header = Buffer.alloc(100)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header, 0, header.length, 0)
  } finally {
    closeSync(descriptor)
  }
  if (header.toString('latin1', 0, 16) !== MAGIC) {
    throw new StoreUnusable('not-a-database', `${file} is not a SQLite database`)
  }
}

function checkPages(file: string, size: number) {
  try {
    const db = new Database(file, { readonly: true, timeout: 5_000 })
    try {
      const tables = db.prepare('select count(*) from sqlite_schema').pluck().get()
      if (tables !== 0 && db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
        throw new StoreUnusable('foreign', `${file} is the database of another program`)
      }
      const verdict = size > MAX_CHECKED_BYTES ? 'ok' : String(db.pragma('quick_check(1)', { simple: true }))
      if (verdict !== 'ok') throw new StoreUnusable('corrupt', `${file} is damaged: ${verdict.replaceAll(/\s+/g, ' ')}`)
    } finally {
      db.close()
    }
  } catch (error) {
    throw asUnusable(file, error)
  }
}

/** The `StoreUnusable` that an error of SQLite or the system means; any other error unchanged. */
export function asUnusable(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const options = { cause: error }
  if (code.startsWith('SQLITE_CORRUPT')) return new StoreUnusable('corrupt', `${file} is damaged`, options)
  if (code === 'SQLITE_NOTADB') return new StoreUnusable('not-a-database', `${file} is not a SQLite database`, options)
  if (code.startsWith('SQLITE_READONLY')) return new StoreUnusable('read-only', `${file} is read-only`, options)
  if (code.startsWith('SQLITE_CANTOPEN') || code === 'ENOENT') {
    return new StoreUnusable('unreachable', `${file} cannot be opened: its folder is missing or closed to us`, options)
  }
  // The native module is missing for this system, or needs a newer C library.
  if (code === 'MODULE_NOT_FOUND' || code === 'ERR_DLOPEN_FAILED') {
    const system = `${process.platform} ${process.arch}`
    return new StoreUnusable(
      'unsuitable',
      `SQLite does not run on this system (${system}); use Postgres here, or another system`,
      options,
    )
  }
  return error
}
