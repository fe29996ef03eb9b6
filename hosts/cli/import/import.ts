import { statSync } from 'node:fs'
import { importLinks, type User } from '@shortlink/core'
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
import { showProgress } from '../progress.ts'
import type { Refusing } from './losses.ts'
import { domainName, placesOf } from './places.ts'
import { type Planned, type PlanOptions, planRow } from './plan-row.ts'
import type { Program } from './program.ts'
import { type FileRows, readRows } from './read/read-rows.ts'
import { type BadLink, countIn, type ErrorFile, emptyReport, errorFile, linesOf, type Report } from './report.ts'
import type { Row } from './row.ts'

export interface ImportOptions {
  readonly user: string
  readonly from: Program
  readonly domain: readonly string[]
  readonly acceptLoss: readonly Refusing[]
  readonly apply?: true
  readonly errors?: string
  readonly raw?: true
  readonly json?: boolean
}

type Numbered<T extends Planned = Planned> = T & { readonly row: number }
type NumberedLink = Numbered<Extract<Planned, { readonly kind: 'link' }>>

/** Most links that one transaction writes. */
const BATCH = 500

/** Imports the links of a file into an account. Without `apply` the changes are rolled back. */
export async function importFile(file: string, { apply, errors, json = false, ...options }: ImportOptions) {
  const applied = apply === true
  const bad = errorFile(errors ?? `${file}.errors.csv`)
  let errorFileName: string | null = null
  let report: Report
  try {
    report = await withContext((tools) => importRows(tools, file, { ...options, applied, bad }), {
      effect: applied ? 'writes' : 'reads',
    })
  } finally {
    errorFileName = bad.close()
  }
  const lines = linesOf(report, applied)
  answer({ json }, { applied, ...report, errorFile: errorFileName }, [
    ...lines,
    ...(errorFileName ? [coloured('red', `What is wrong with the bad rows is in ${errorFileName}`)] : []),
    ...(applied ? [] : ['Nothing was written. Run it again with --apply to import.']),
  ])
  process.exitCode = errorFileName ? BAD_DATA : 0
}

/** What to import into whose account, and how. */
export interface Work extends Pick<ImportOptions, 'user' | 'from' | 'domain' | 'acceptLoss' | 'raw'> {
  readonly applied: boolean
  readonly bad: ErrorFile
}

/** Reads, plans and imports the links of a file. @throws CommandFailed for a file that cannot be read. */
export async function importRows(
  tools: Pick<CommandContext, 'app' | 'ports'>,
  file: string,
  work: Work,
): Promise<Report> {
  const { user, from: program, domain, acceptLoss, raw = false, applied, bad } = work
  const caller = await accountOf(tools, user)
  const plan = { program, place: await placesOf(tools, caller, domain), accepted: new Set(acceptLoss) }
  using bar = showProgress('Importing links', sizeOf(file))
  const source = await readRows(file, { program, raw, onRead: (bytes) => bar.advance(bytes) })
  const [report, isNew] = [emptyReport(), firstOfItsKind()]
  for await (const batch of batchesOf(source.rows, plan, report)) {
    bad.add(await importBatch(tools, caller, { batch, report, isNew, applied }))
  }
  bar.end(`${report.rows} rows`)
  report.notes.push(...notesOn(source, program, report))
  return report
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** The planned links of the rows, in batches. */
async function* batchesOf(rows: AsyncIterable<Row>, plan: PlanOptions, report: Report): AsyncGenerator<Numbered[]> {
  let batch: Numbered[] = []
  for await (const row of rows) {
    report.rows++
    for (const planned of planRow(row, plan)) batch.push({ ...planned, row: report.rows })
    if (batch.length >= BATCH) {
      yield batch
      batch = []
    }
  }
  yield batch
}

interface Batch {
  readonly batch: readonly Numbered[]
  readonly report: Report
  readonly isNew: (hostname: unknown, slug: unknown) => boolean
  readonly applied: boolean
}

/** Imports what can be imported of a batch, counts all of it, and returns the bad ones in the order of their rows. */
async function importBatch(tools: Pick<CommandContext, 'app'>, caller: User, { batch, report, isNew, applied }: Batch) {
  const bad: BadLink[] = []
  const fresh: NumberedLink[] = []
  const fail = (planned: Numbered, error: string) => {
    countIn(report.errors, error)
    bad.push(badLink(planned, error))
  }
  for (const planned of batch) {
    if (planned.kind === 'skipped') report.skipped++
    else if (planned.kind === 'refused') {
      // Its slug stays closed to a later row, too.
      if (planned.hostname !== undefined) isNew(planned.hostname, planned.source.slug)
      bad.push(refuse(report, planned))
    } else if (isNew(planned.link.hostname, planned.link.slug)) fresh.push(planned)
    else fail(planned, 'The file has this slug twice')
  }
  const links = fresh.map(({ link }) => link)
  for (const { index, value, error } of await unwrap(tools.app.run(importLinks, caller, { links, dryRun: !applied }))) {
    const planned = fresh[index] as NumberedLink
    if (value === null) fail(planned, error ?? '')
    else report[value]++
    if (value === 'created') countCreated(report, planned)
  }
  report.bad += bad.length
  return bad.sort((one, other) => one.row - other.row)
}

function refuse(report: Report, planned: Numbered<Extract<Planned, { readonly kind: 'refused' }>>): BadLink {
  for (const loss of planned.by) countIn(report.refused, loss)
  if (planned.by.includes('domain')) countIn(report.domains, domainName(planned.source.domain ?? ''))
  return badLink(planned, planned.error)
}

function countCreated(report: Report, { link, losses }: NumberedLink) {
  if (link.disabled) report.disabled++
  for (const loss of losses) countIn(report.lost, loss)
}

const badLink = ({ row, source: { slug, target } }: Numbered, error: string): BadLink => ({ row, slug, target, error })

/** Returns a filter for the first link of each slug: a dry run would not notice a repetition in another batch. */
function firstOfItsKind() {
  const seen = new Set<string>()
  return (hostname: unknown, slug: unknown) => {
    const name = `${hostname ?? ''}/${slug}`
    if (seen.has(name)) return false
    seen.add(name)
    return true
  }
}

function notesOn({ format, total }: FileRows, { name, unsaidInCsv, pages }: Program, { rows }: Report): string[] {
  const all = total()
  return [
    ...(all !== undefined && all > rows ? [`The file holds ${rows} of ${all} links${pages ? `: ${pages}` : ''}.`] : []),
    ...(format === 'CSV' && unsaidInCsv
      ? [`CSV of ${name} leaves out ${unsaidInCsv}: links that have one come open. The JSON of its API has it.`]
      : []),
  ]
}
