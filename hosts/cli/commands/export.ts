import { type Instant, LINK_OPTIONS, type Link, OPTION_NAMES, type UserId } from '@shortlink/core'
import { Option } from 'commander'
import { EXPORT_COLUMNS, EXPORT_FORMATS, type ExportedLink, type ExportFormat } from '../../import/exported.ts'
import { accountOf, answer, type CommandContext, jsonCommand, withContext } from '../command.ts'
import { badUsage } from '../failure.ts'
import { showProgress } from '../progress.ts'
import { note } from '../report.ts'
import { counted } from '../table/columns.ts'
import { type Put, placeOf, toFile, toStandardOutput } from './export-file.ts'

interface ExportOptions {
  readonly user: string
  readonly format?: 'csv' | 'json'
  /** Keeps formulas in CSV unchanged. */
  readonly raw?: true
  /** Overwrites an existing file. */
  readonly force?: true
  /** Prints a summary as JSON, or with `-` the links themselves. */
  readonly json?: true
}

/** Creates `shortlink link export`. */
export const exportCommand = () =>
  jsonCommand('export')
    .description('Write an account’s links with their rules and hit totals')
    .argument('<file>', 'output file, .csv or .json; - for standard output')
    .requiredOption('--user <email>', 'email address of the owner')
    .addOption(new Option('--format <format>', 'overrides the file extension').choices(['csv', 'json']))
    .option('--raw', 'write CSV formulas unchanged; by default, an apostrophe is prepended')
    .option('--force', 'overwrite the file if it exists')
    .action(exportFile)

const PAGE = 1000

/** Writes an account's links, newest first, with their rules and hit totals, to a file or (`-`) standard output. */
async function exportFile(
  file: string,
  { user, json, raw, force, format = file === '-' ? (json ? 'json' : 'csv') : formatOf(file) }: ExportOptions,
) {
  const written = EXPORT_FORMATS[format === 'csv' && raw ? 'rawCsv' : format]
  if (file !== '-') placeOf(file, force)
  await withContext(async (tools) => {
    const { userId } = await accountOf(tools, user)
    if (file === '-') return void (await toStandardOutput((put) => write(put, tools, userId, written)))
    const { done: links, bytes } = await toFile(file, force, (put) => write(put, tools, userId, written))
    if (json) answer({ json }, { file, links, bytes }, [])
    else note(`wrote ${counted(links, 'link')}, ${bytes} bytes, to ${file}`)
  })
}

function formatOf(file: string): 'csv' | 'json' {
  const [, format] = /\.(csv|json)$/i.exec(file) ?? []
  if (format === undefined) throw badUsage(`the extension of ${file} is neither .csv nor .json; pass --format`)
  return format.toLowerCase() as 'csv' | 'json'
}

/** Returns the number of exported links. */
async function write(
  put: Put,
  { ports: { store } }: CommandContext,
  owner: UserId,
  { head, line, tail }: ExportFormat,
) {
  using bar = showProgress('Exporting links', await store.links.count(owner))
  let count = 0
  await put(head)
  let links = await store.links.listAfter(owner, PAGE)
  while (links.length > 0) {
    await put(links.map((link, index) => line(toExported(link), count + index === 0)).join(''))
    count += links.length
    bar.advance(links.length)
    links = await store.links.listAfter(owner, PAGE, links.at(-1))
  }
  await put(tail)
  bar.end(counted(count, 'link'))
  return count
}

const TIMES: ReadonlySet<string> = new Set([
  ...['createdAt', 'updatedAt'],
  ...OPTION_NAMES.filter((name) => LINK_OPTIONS[name].kind === 'time'),
])

/** Converts a link of the store to its exported form. */
function toExported(link: Link): ExportedLink {
  const members = EXPORT_COLUMNS.map((name) => {
    const value = link[name]
    if (TIMES.has(name) && value !== null) return [name, new Date(value as Instant).toISOString()]
    return [name, name === 'hostname' && value === '' ? null : value]
  })
  return Object.fromEntries(members)
}
