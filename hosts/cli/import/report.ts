import { closeSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { toCsvLine, withoutFormula } from '../csv.ts'
import { CommandFailed } from '../failure.ts'
import { counted } from '../table/columns.ts'

/** A link that was not imported. */
export interface BadLink {
  /** Number of its row, counted from 1, without the header. */
  readonly row: number
  readonly slug: unknown
  readonly target: unknown
  readonly error: string
}

/** Numbers by name. */
export type Counts = Record<string, number>

/** Most names that are counted each by itself, since they come from a file. */
const MAX_NAMES = 200

export function countIn(counts: Counts, name: string) {
  const counted = name in counts || Object.keys(counts).length < MAX_NAMES ? name : 'others'
  counts[counted] = (counts[counted] ?? 0) + 1
}

/** What an import did, or would do. */
export interface Report {
  rows: number
  created: number
  present: number
  /** Of the created ones, those that are imported as disabled. */
  disabled: number
  bad: number
  /** Links of domains that were not asked for. */
  skipped: number
  /** Links that are refused, by what cannot be kept of them; a link may count for several. */
  readonly refused: Counts
  /** Links that are refused for their domain, by domain. */
  readonly domains: Counts
  /** Links that are not imported for other reasons, by reason. */
  readonly errors: Counts
  /** Links that are imported, by what they lose. */
  readonly lost: Counts
  /** What the file does not say, and how to get the rest. */
  readonly notes: string[]
}

export const emptyReport = (): Report => ({
  rows: 0,
  created: 0,
  present: 0,
  disabled: 0,
  bad: 0,
  skipped: 0,
  refused: Object.create(null),
  domains: Object.create(null),
  errors: Object.create(null),
  lost: Object.create(null),
  notes: [],
})

/** A file of what is wrong with each bad row, for the owner alone. */
export interface ErrorFile {
  add(bad: readonly BadLink[]): void
  /** Returns the file's name, if there is one. */
  close(): string | null
}

const HEADER = toCsvLine(['row', 'slug', 'target', 'error'])

/**
 * An earlier one of that name goes; there is none without a bad row.
 * @throws CommandFailed when the name is that of another file, such as the one to import
 */
export function errorFile(file: string): ErrorFile {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) {
    if (firstBytes(file, HEADER.length) !== HEADER)
      throw new CommandFailed(`--errors: ${file} is there already, and no import wrote it`)
    rmSync(file)
  }
  let opened: number | undefined
  return {
    add(bad) {
      if (bad.length === 0) return
      if (opened === undefined) {
        opened = openSync(file, 'wx', 0o600)
        writeSync(opened, HEADER)
      }
      const lines = bad.map(({ row, slug, target, error }) =>
        toCsvLine([String(row), String(slug ?? ''), String(target ?? ''), error].map(withoutFormula)),
      )
      writeSync(opened, lines.join(''))
    },
    close() {
      if (opened === undefined) return null
      closeSync(opened)
      return file
    },
  }
}

function firstBytes(file: string, count: number): string {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(count)
    return bytes.toString('utf8', 0, readSync(descriptor, bytes))
  } catch {
    // A folder cannot be read.
    return ''
  } finally {
    closeSync(descriptor)
  }
}

/** The lines that a person reads. */
export function linesOf(report: Report, applied: boolean): string[] {
  const { rows, created, present, disabled, bad, skipped, refused, domains, errors, lost, notes } = report
  const counts = [
    `${created} ${applied ? 'imported' : 'can be imported'}${disabled > 0 ? ` (${disabled} as disabled)` : ''}`,
    `${present} there already`,
    ...(skipped > 0 ? [`${skipped} of other domains`] : []),
    `${bad} bad`,
  ]
  return [
    `${counted(rows, 'row')}: ${counts.join(', ')}`,
    ...section('Refused for what would be lost; --accept-loss <field> imports the links without it:', refused),
    ...section('Refused domains, not verified ones of the account; --domain <domain>=<hostname> maps one:', domains),
    ...section('Bad:', errors),
    ...section(`Lost by links that ${applied ? 'were' : 'can be'} imported:`, lost),
    ...notes,
  ]
}

const MAX_LINES = 20

function section(title: string, counts: Counts): string[] {
  const entries = Object.entries(counts).sort(([, one], [, other]) => other - one)
  if (entries.length === 0) return []
  const digits = String(entries[0]?.[1]).length
  const lines = entries.slice(0, MAX_LINES).map(([name, count]) => `  ${String(count).padStart(digits)}  ${name}`)
  return [title, ...lines, ...(entries.length > MAX_LINES ? [`  and ${entries.length - MAX_LINES} more`] : [])]
}
