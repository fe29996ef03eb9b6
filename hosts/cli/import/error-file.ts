import { closeSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { toCsvLine, withoutFormula } from '../../import/csv.ts'
import { CommandFailed } from '../failure.ts'

/** A link that was not imported. */
export interface BadLink {
  /** Number of its row, counted from 1, without the header. */
  readonly row: number
  readonly slug: unknown
  readonly target: unknown
  readonly error: string
}

/** A file with the errors of bad rows, readable only by the owner. */
export interface ErrorFile {
  add(bad: readonly BadLink[]): void
  /** Returns the file's name; null without a bad row. */
  close(): string | null
}

const HEADER = toCsvLine(['row', 'slug', 'target', 'error'])

/**
 * Opens the error file before the import starts, so that an unwritable name stops the import. Replaces an earlier error file with the same
 * name; deletes the file if there is no bad row.
 * @throws CommandFailed for a name that cannot be written, or that belongs to another file, such as the one to import
 */
export function errorFile(file: string): ErrorFile {
  const descriptor = replaced(file)
  let isEmpty = true
  return {
    add(bad) {
      if (bad.length === 0) return
      isEmpty = false
      const lines = bad.map(({ row, slug, target, error }) =>
        toCsvLine([String(row), String(slug ?? ''), String(target ?? ''), error].map(withoutFormula)),
      )
      writeSync(descriptor, lines.join(''))
    },
    close() {
      closeSync(descriptor)
      if (isEmpty) rmSync(file)
      return isEmpty ? null : file
    },
  }
}

/** Replaces an earlier error file with an empty one, and opens it. */
function replaced(file: string): number {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found !== undefined) {
      // Opening a pipe would wait for its other end.
      if (!found.isFile() || firstBytes(file, HEADER.length) !== HEADER)
        throw new CommandFailed(`--errors: ${file} already exists and is not an error file of an import`)
      rmSync(file)
    }
    const descriptor = openSync(file, 'wx', 0o600)
    writeSync(descriptor, HEADER)
    return descriptor
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new CommandFailed(`${file} cannot be written (${code}); --errors names another file for bad rows`)
  }
}

function firstBytes(file: string, count: number): string {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(count)
    return bytes.toString('utf8', 0, readSync(descriptor, bytes))
  } finally {
    closeSync(descriptor)
  }
}
