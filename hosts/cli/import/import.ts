import { rmSync, writeFileSync } from 'node:fs'
import { importLinks } from '@shortlink/core'
import {
  accountOf,
  answer,
  BAD_DATA,
  type CommandContext,
  CommandFailed,
  coloured,
  unwrap,
  withContext,
} from '../command.ts'
import { toCsvLine, withoutFormula } from '../csv.ts'
import { showProgress } from '../progress.ts'
import { FORMATS } from './formats.ts'
import { readRows } from './read-rows.ts'

export interface ImportOptions {
  readonly user: string
  readonly from: string
  readonly apply?: true
  readonly errors?: string
  readonly raw?: true
  readonly json?: boolean
}

interface BadRow {
  /** Counted from 1, without the header. */
  readonly row: number
  readonly slug: string
  readonly target: string
  readonly error: string
}

interface Report {
  readonly rows: number
  created: number
  present: number
  readonly bad: BadRow[]
}

type Candidate = { readonly row: number; readonly link: Record<string, unknown> }

const BATCH = 500

/** Imports the links of a file into an account. Without `apply` the changes are rolled back. */
export async function importFile(file: string, { user, from, apply, errors, raw, ...options }: ImportOptions) {
  const toLink = FORMATS[from] as (typeof FORMATS)[string]
  const candidates = readRows(file, { isGuarded: from === 'shortlink' && !raw }).map((row, index) => ({
    row: index + 1,
    link: toLink(row),
  }))
  for (const field of ['slug', 'target'] as const) {
    // One message for a missing column instead of an error for every row.
    if (candidates.length > 0 && candidates.every(({ link }) => link[field] === undefined))
      throw new CommandFailed(`${file} has no ${field}s where --from ${from} looks for them; see "link import --help"`)
  }
  const report = await withContext((tools) => importAll(tools, candidates, { user, apply: Boolean(apply) }), {
    effect: apply ? 'writes' : 'reads',
  })
  const errorFile = keepErrors(errors ?? `${file}.errors.csv`, report.bad)
  answer(options, { applied: Boolean(apply), ...report, bad: report.bad.length, errorFile }, [
    `${report.rows} rows: ${report.created} ${apply ? 'imported' : 'can be imported'}, ${report.present} there already, ${report.bad.length} bad`,
    ...(errorFile ? [coloured('red', `What is wrong with the bad rows is in ${errorFile}`)] : []),
    ...(apply ? [] : ['Nothing was written. Run it again with --apply to import.']),
  ])
  process.exitCode = errorFile ? BAD_DATA : 0
}

async function importAll(
  tools: CommandContext,
  candidates: readonly Candidate[],
  { user, apply }: { user: string; apply: boolean },
): Promise<Report> {
  const caller = await accountOf(tools, user)
  const report: Report = { rows: candidates.length, created: 0, present: 0, bad: [] }
  using bar = showProgress('Importing links', candidates.length)
  const isNew = firstOfItsKind()
  for (let at = 0; at < candidates.length; at += BATCH) {
    const batch = candidates.slice(at, at + BATCH)
    const { true: fresh = [], false: repeated = [] } = Object.groupBy(batch, (one) => `${isNew(one)}`)
    for (const { row, link } of repeated) report.bad.push(badRow(row, link, 'The file has this slug twice'))
    const links = fresh.map(({ link }) => link)
    for (const item of await unwrap(tools.app.run(importLinks, caller, { links, dryRun: !apply }))) {
      const { row, link } = fresh[item.index] as Candidate
      if (item.value === null) report.bad.push(badRow(row, link, item.error ?? ''))
      else report[item.value] += 1
    }
    bar.advance(batch.length)
  }
  bar.end(`${candidates.length} rows`)
  report.bad.sort((one, other) => one.row - other.row)
  return report
}

/** Returns a filter for the first row of each slug: a dry run would not notice a repetition in another batch. */
function firstOfItsKind() {
  const seen = new Set<string>()
  return ({ link: { hostname, slug } }: Candidate) => {
    const name = `${hostname ?? ''}/${slug}`
    if (seen.has(name)) return false
    seen.add(name)
    return true
  }
}

const badRow = (row: number, { slug, target }: Record<string, unknown>, error: string): BadRow => ({
  row,
  slug: String(slug ?? ''),
  target: String(target ?? ''),
  error,
})

/** Writes what is wrong with each bad row, for the owner alone; an earlier file of that name goes. Returns the name if there is one. */
function keepErrors(file: string, bad: readonly BadRow[]): string | null {
  rmSync(file, { force: true })
  if (bad.length === 0) return null
  const lines = bad.map(({ row, slug, target, error }) =>
    toCsvLine([String(row), slug, target, error].map(withoutFormula)),
  )
  writeFileSync(file, toCsvLine(['row', 'slug', 'target', 'error']) + lines.join(''), { mode: 0o600, flag: 'wx' })
  return file
}
