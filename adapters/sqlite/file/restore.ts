import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Inspection } from '../../sql/inspect.ts'
import { StoreUnusable } from '../../sql/kit/store-unusable.ts'
import { canServeBeside } from '../../sql/migrate.ts'
import { connect } from '../connection.ts'
import { realPathOf } from './bring-up-to-date.ts'
import { asUnusable, checkFile } from './check-file.ts'
import { inspectSqlite } from './maintenance.ts'
import { lockForServer } from './server-lock.ts'

const LOCK_TIMEOUT_MS = 10_000

/** A backup that is in the place of the database. */
export interface Restored {
  /** Contents of the backup. */
  readonly inspection: Inspection
  /** New path of the earlier database; undefined when there was none. */
  readonly earlier: string | undefined
}

/**
 * Replaces the database with a copy of the backup and keeps the earlier database in the same folder. `accept` may refuse the backup by
 * throwing. Throws `StoreUnusable` while a server runs on the database, and for a backup that is damaged, is no database of shortlink, or
 * has a version that this one cannot work with. The database changes only after all of these checks.
 */
export async function restoreSqlite(
  file: string,
  backup: string,
  accept: (inspection: Inspection) => Promise<void>,
): Promise<Restored> {
  requireWholeFile(backup)
  const path = target(file)
  const isThere = existsSync(path)
  if (isThere && realPathOf(backup) === path) throw new StoreUnusable('unsuitable', `${backup} is the database itself`)
  const unlock = await lockForServer(path)
  const part = `${path}.${randomBytes(4).toString('hex')}.part`
  try {
    copyFileSync(backup, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    chmodSync(part, 0o600)
    const inspection = await checkCopy(part, backup)
    await accept(inspection)
    sync(part)
    const earlier = setAside(path)
    renameSync(part, path)
    sync(dirname(path))
    return { inspection, earlier }
  } catch (error) {
    // The lock has created an empty file.
    if (!isThere) rmSync(path, { force: true })
    throw error
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${part}${end}`, { force: true })
    unlock()
  }
}

function target(file: string): string {
  try {
    return realPathOf(file)
  } catch (error) {
    throw asUnusable(file, error)
  }
}

function requireWholeFile(backup: string) {
  if (!statSync(backup, { throwIfNoEntry: false })?.isFile())
    throw new StoreUnusable('unreachable', `There is no backup at ${backup}`)
  if ((statSync(`${backup}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new StoreUnusable(
      'unsuitable',
      `${backup} is not a backup but a database in use, with recent changes in ${backup}-wal; copy it with "shortlink backup"`,
    )
  }
}

/** Checks all pages of the copy, even of a large one, and its schema. Errors name the backup. */
async function checkCopy(part: string, backup: string): Promise<Inspection> {
  try {
    if (statSync(part).size === 0) throw new StoreUnusable('not-a-database', `${backup} is empty`)
    checkFile(part)
    checkIntegrity(part)
    const inspection = await inspectSqlite(part)
    const { applied, unknown } = inspection.schema
    if (applied.length === 0) throw new StoreUnusable('unsuitable', `${backup} holds no data of shortlink`)
    if (!canServeBeside(unknown)) throw new StoreUnusable('newer', `${backup} was made by a newer version of shortlink`)
    return inspection
  } catch (error) {
    if (error instanceof StoreUnusable)
      throw new StoreUnusable(error.reason, error.message.replaceAll(part, backup), { cause: error })
    throw asUnusable(backup, error)
  }
}

function checkIntegrity(file: string) {
  const db = new Database(file, { readonly: true })
  try {
    const verdict = String(db.pragma('integrity_check(1)', { simple: true })).replaceAll(/\s+/g, ' ')
    if (verdict !== 'ok') throw new StoreUnusable('corrupt', `${file} is damaged: ${verdict}`)
  } finally {
    db.close()
  }
}

/** Moves the database with all its writes to another path. Returns that path; undefined for an empty database, which is removed. */
function setAside(path: string): string | undefined {
  moveLogIntoFile(path)
  rmSync(`${path}-shm`, { force: true })
  if (statSync(path).size === 0) {
    rmSync(`${path}-wal`, { force: true })
    return undefined
  }
  const aside = `${path}.before-restore-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`
  // A log that is still there belongs to the file and to no other.
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`)
  renameSync(path, aside)
  return aside
}

/** Closing the last connection moves the log into the file and removes it. A damaged database stays as it is. */
function moveLogIntoFile(path: string) {
  if (!existsSync(`${path}-wal`)) return
  try {
    const db = connect(path, { readonly: false, lockTimeoutMs: LOCK_TIMEOUT_MS })
    db.pragma('wal_checkpoint(truncate)')
    db.close()
  } catch {
    // The log is moved together with the file.
  }
}

function sync(path: string) {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
