import { once } from 'node:events'
import { createWriteStream, renameSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Link, UserId } from '@shortlink/core'
import { accountOf, type CommandContext, endQuietlyWithReader, withContext } from './command.ts'
import { toCsvLine, withoutFormula } from './csv.ts'
import { showProgress } from './progress.ts'

export interface ExportOptions {
  readonly user: string
  readonly format?: 'csv' | 'json'
  /** Leaves formulas in CSV as they are. */
  readonly raw?: true
}

const PAGE = 1000
const COLUMNS = ['slug', 'target', 'title', 'hostname', 'enableTracking', 'rules', 'hitCount', 'createdAt'] as const

/** How a format begins, writes each link, and ends. */
interface Format {
  readonly head: string
  line(link: Link, first: boolean): string
  readonly tail: string
}

const csv = (cell: (text: string) => string): Format => ({
  head: toCsvLine(COLUMNS),
  line: (link) => {
    const { rules, ...exported } = toExported(link)
    const texts = { ...exported, rules: rules.length === 0 ? '' : JSON.stringify(rules) }
    return toCsvLine(COLUMNS.map((name) => cell(String(texts[name] ?? ''))))
  },
  tail: '',
})

const FORMATS: Readonly<Record<'csv' | 'rawCsv' | 'json', Format>> = {
  csv: csv(withoutFormula),
  rawCsv: csv((text) => text),
  json: {
    head: '[',
    line: (link, first) => `${first ? '\n' : ',\n'}${JSON.stringify(toExported(link))}`,
    tail: '\n]\n',
  },
}

/** Writes an account's links, newest first, with their rules and hit totals, to a file or (`-`) standard output. */
export async function exportFile(
  file: string,
  { user, format = /\.json$/i.test(file) ? 'json' : 'csv', raw }: ExportOptions,
) {
  const written = FORMATS[format === 'csv' && raw ? 'rawCsv' : format]
  await withContext(async (tools) => {
    const { userId } = await accountOf(tools, user)
    if (file === '-') {
      endQuietlyWithReader(process.stdout)
      return write(process.stdout, tools, userId, written)
    }
    const part = createWriteStream(`${file}.part`, { mode: 0o600 })
    await write(part, tools, userId, written)
    part.end()
    await finished(part)
    // Renamed at the end, so that a reader never sees a partial file.
    renameSync(`${file}.part`, file)
  })
}

async function write(out: Writable, { ports: { store } }: CommandContext, owner: UserId, { head, line, tail }: Format) {
  // An error may come while nothing waits for the stream; the next line, or the end, finds it.
  out.on('error', () => {})
  const put = async (text: string) => {
    if (out.errored) throw out.errored
    if (!out.write(text)) await once(out, 'drain')
  }
  const { totalCount } = await store.links.list(owner, { skip: 0, take: 1 })
  using bar = showProgress('Exporting links', totalCount)
  await put(head)
  let links = await store.links.listAfter(owner, PAGE)
  for (let first = true; links.length > 0; first = false) {
    await put(links.map((link, index) => line(link, first && index === 0)).join(''))
    bar.advance(links.length)
    links = await store.links.listAfter(owner, PAGE, links.at(-1))
  }
  await put(tail)
  bar.end(`${totalCount} links`)
}

const toExported = ({ slug, target, title, hostname, enableTracking, rules, hitCount, createdAt }: Link) => ({
  slug,
  target,
  title,
  hostname: hostname === '' ? null : hostname,
  enableTracking,
  rules,
  hitCount,
  createdAt: new Date(createdAt).toISOString(),
})
