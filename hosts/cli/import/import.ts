import type { Refusing } from '../../import/losses.ts'
import type { Program } from '../../import/program.ts'
import { type Columns, mappedCsv } from '../../import/programs/mapped-csv.ts'
import { readRows } from '../../import/read/read-rows.ts'
import { textOf } from '../../import/read/text.ts'
import { plannedBatches } from '../../import/run/batches.ts'
import { accountOf, answer, BAD_DATA, type CommandContext, coloured, withContext } from '../command.ts'
import { badUsage } from '../failure.ts'
import { showProgress } from '../progress.ts'
import { type ErrorFile, errorFile } from './error-file.ts'
import { bytesOf } from './file-bytes.ts'
import { sizeOf } from './file-size.ts'
import { importBatch, importTools } from './import-batch.ts'
import { domainNotes, hintsOn, notesOn } from './notes.ts'
import { placesOf } from './places.ts'
import { emptyReport, linesOf, type Report } from './report.ts'

export interface ImportOptions {
  readonly user: string
  readonly from: Program
  readonly columns: Columns
  readonly domain: readonly string[]
  readonly acceptLoss: readonly Refusing[]
  readonly apply?: true
  readonly errors?: string
  readonly raw?: true
  readonly json?: boolean
}

/** Maximum number of links per transaction. */
const BATCH = 500

/** Imports the links of a file into an account. Without `apply` it rolls back the changes. */
export async function importFile(file: string, { apply, errors, json = false, columns, ...options }: ImportOptions) {
  const applied = apply === true
  const from = withColumns(options.from, columns)
  sizeOf(file)
  const bad = errorFile(errors ?? `${file}.errors.csv`)
  let errorFileName: string | null = null
  let report: Report
  try {
    report = await withContext((tools) => importRows(tools, file, { ...options, from, applied, bad }), {
      effect: applied ? 'writes' : 'reads',
    })
  } finally {
    errorFileName = bad.close()
  }
  const lines = linesOf(report, applied)
  answer({ json }, { applied, ...report, errorFile: errorFileName }, [
    ...lines,
    ...(errorFileName ? [coloured('red', `The errors of invalid rows are in ${errorFileName}`)] : []),
    ...(applied || report.created === 0 ? [] : ['Dry run: nothing was imported. Run again with --apply to import.']),
  ])
  process.exitCode = errorFileName ? BAD_DATA : 0
}

/**
 * Returns the program with the columns.
 * @throws CommandFailed for columns with a program that has its own, and for CSV without columns
 */
function withColumns(from: Program, columns: Columns): Program {
  const isCsv = from.name === 'csv'
  if (!isCsv && columns.size > 0) throw badUsage('--columns requires --from csv; other sources have fixed columns')
  if (isCsv && columns.size === 0) throw badUsage('--from csv requires --columns slug=<column>,target=<column>')
  return isCsv ? mappedCsv(columns) : from
}

/** The import: its links, its account, and its options. */
export interface Work extends Pick<ImportOptions, 'user' | 'from' | 'domain' | 'acceptLoss' | 'raw'> {
  readonly applied: boolean
  readonly bad: ErrorFile
}

/**
 * Reads, plans and imports the links of a file.
 * @throws UnreadableFile for a file that cannot be read.
 */
export async function importRows(
  tools: Pick<CommandContext, 'app' | 'ports'>,
  file: string,
  work: Work,
): Promise<Report> {
  const { user, from: program, domain, acceptLoss, raw = false, applied, bad } = work
  const caller = await accountOf(tools, user)
  const { place, asked } = await placesOf(tools, caller, domain)
  const plan = { program, place, accepted: new Set(acceptLoss) }
  using bar = showProgress('Importing links', sizeOf(file))
  const source = await readRows(file, textOf(file, bytesOf(file, bar.advance)), { program, raw })
  const report = emptyReport()
  const shared = importTools(tools, caller, applied)
  const domains = domainNotes(asked)
  const onRow = () => void report.rows++
  for await (const batch of plannedBatches(source.rows, plan, BATCH, onRow)) {
    domains.add(batch)
    bad.add(await importBatch(shared, batch, report))
  }
  bar.end(`${report.rows} rows`)
  report.notes.push(...notesOn(source, program, report), ...hintsOn(report, domains))
  return report
}
