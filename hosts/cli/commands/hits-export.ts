import { exportHits, type User } from '@shortlink/core'
import { type Command, Option } from 'commander'
import { HIT_FORMATS, HIT_FORMATTING, type HitFormat, type HitRow, toHitRow } from '../../rest/hit-rows.ts'
import { accountOf, answer, type CommandContext, jsonCommand, unwrap, withContext } from '../command.ts'
import { badUsage, CommandFailed } from '../failure.ts'
import { showProgress } from '../progress.ts'
import { dataOf } from '../remote/calls.ts'
import type { Remote } from '../remote/remote.ts'
import { addServerOptions, remoteOf } from '../remote/server-options.ts'
import { note } from '../report.ts'
import { counted } from '../table/columns.ts'
import { PAST_FORMS, toPastText } from '../values.ts'
import { type Put, placeOf, toFile, toStandardOutput } from './export-file.ts'

interface HitsExportOptions {
  readonly user?: string
  readonly format?: HitFormat
  readonly after?: string
  readonly from?: string
  readonly to?: string
  readonly out?: string
  /** Overwrites an existing file. */
  readonly force?: true
  readonly json?: true
}

/** Creates `shortlink hits export`. */
export function hitsExportCommand(): Command {
  const command = jsonCommand('export')
    .description('Write an account’s visits, oldest first')
    .option('--user <email>', 'email address of the owner')
    .addOption(new Option('--format <format>', 'overrides the file extension; ndjson by default').choices(HIT_FORMATS))
    .option('--after <id>', 'only visits after this one, such as the last of the previous export')
    .option('--from <when>', `only visits at this time or later: ${PAST_FORMS}`)
    .option('--to <when>', 'only visits before this time')
    .option('--out <file>', 'output file; standard output by default')
    .option('--force', 'overwrite the file if it exists')
  return addServerOptions(command).action((options: HitsExportOptions) => run(command, options))
}

/** Selection of visits, in the form of core and servers. */
type Asked = Readonly<Partial<Record<'after' | 'from' | 'to', string>>>

/** A source of visits, in lists that are each written in one step. */
interface Source {
  /** Returns the approximate number of visits, for a progress bar. */
  count(): Promise<number>
  pages(asked: Asked): AsyncIterable<readonly HitRow[]>
}

async function run(command: Command, options: HitsExportOptions) {
  const { user, out, force, from, to, after } = options
  const asked = {
    ...(after !== undefined && { after }),
    ...(from !== undefined && { from: toPastText(from, '--from') }),
    ...(to !== undefined && { to: toPastText(to, '--to') }),
  }
  if (out !== undefined) placeOf(out, force)
  const remote = remoteOf(command)
  if (remote === undefined && user === undefined) throw badUsage('--user is required without --server')
  if (remote !== undefined && user !== undefined)
    throw badUsage('--user requires a database; with --server, the API key selects the account')
  if (remote !== undefined) return write(remoteSource(remote), asked, options)
  return withContext(async (tools) => write(localSource(tools, await accountOf(tools, user ?? '')), asked, options))
}

const localSource = ({ app, ports: { store } }: CommandContext, account: User): Source => ({
  count: async () => (await store.links.totals(account.userId, 0)).totalClicks,
  async *pages(asked) {
    let after = asked.after
    for (;;) {
      const page = await unwrap(app.run(exportHits, account, { ...asked, after }))
      if (page.length === 0) return
      yield page.map(toHitRow)
      after = page.at(-1)?.hit.id
    }
  },
})

/** Number of lines per write. */
const LINES = 1000

const remoteSource = (remote: Remote): Source => ({
  count: async () => (await remote.ask(({ GET }) => dataOf(GET('/links/totals')))).totalClicks,
  async *pages(asked) {
    let page: HitRow[] = []
    for await (const line of remote.hits(asked)) {
      page.push(JSON.parse(line))
      if (page.length < LINES) continue
      yield page
      page = []
    }
    if (page.length > 0) yield page
  },
})

async function write(source: Source, asked: Asked, { out, force, json, format = formatOf(out) }: HitsExportOptions) {
  const work = (put: Put) => writePages(source, asked, format, put)
  if (out === undefined) {
    const { hits, last } = await toStandardOutput(work)
    if (last !== undefined) note(`wrote ${counted(hits, 'visit')}; continue with --after ${last}`)
    return
  }
  const { done, bytes } = await toFile(out, force, work)
  if (json) return answer({ json }, { file: out, ...done, bytes }, [])
  const next = done.last === undefined ? '' : `; continue with --after ${done.last}`
  note(`wrote ${counted(done.hits, 'visit')}, ${bytes} bytes, to ${out}${next}`)
}

/**
 * Returns the number of visits, and the id of the last one. An error contains the id of the visit that another export may continue from.
 */
async function writePages(source: Source, asked: Asked, format: HitFormat, put: Put) {
  using bar = showProgress('Exporting visits', process.stderr.isTTY ? await source.count() : 0)
  const { head, line } = HIT_FORMATTING[format]
  let [hits, last] = [0, asked.after]
  try {
    await put(head)
    for await (const page of source.pages(asked)) {
      await put(page.map(line).join(''))
      hits += page.length
      last = String(page.at(-1)?.id)
      bar.advance(page.length)
    }
  } catch (error) {
    throw error instanceof CommandFailed ? inContext(error, hits, last) : error
  }
  bar.end(counted(hits, 'visit'))
  return { hits, last }
}

function inContext(error: CommandFailed, hits: number, last: string | undefined): CommandFailed {
  // Messages about input start with its name, which is also the name of the option.
  if (error.code === 'BAD_USER_INPUT') return new CommandFailed(`--${error.message}`, error)
  if (hits === 0) return error
  return new CommandFailed(`${error.message} after ${counted(hits, 'visit')}; continue with --after ${last}`, error)
}

function formatOf(out: string | undefined): HitFormat {
  return out?.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson'
}
