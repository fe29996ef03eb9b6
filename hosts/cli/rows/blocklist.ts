import { type BlockedHost, blockHost, listBlockedHosts, unblockHost } from '@shortlink/core'
import { importBlockedHosts } from '@shortlink/core/host'
import { ResultAsync } from 'neverthrow'
import { hostsIn } from '../../import/read/host-lines.ts'
import { textOf } from '../../import/read/text.ts'
import { bytesOf } from '../import/file-bytes.ts'
import { sizeOf } from '../import/file-size.ts'
import { parameter, parametersOf } from '../parameters.ts'
import { showProgress } from '../progress.ts'
import { counted, isoOf, minuteOf, pageNote, toColumns } from '../table/columns.ts'
import { type Row, row } from '../table/row.ts'

const add = row({
  path: 'blocklist add',
  summary: 'Block a host: links to it return 410, and new links to it are refused',
  useCase: blockHost,
  access: 'operator',
  effect: 'writes',
  parameters: parametersOf(blockHost.input, { host: '<host>', reason: '--reason <text>' }),
  examples: ['blocklist add evil.example --reason "phishing, reported by Ada"', 'blocklist add .evil.example'],
  show: (blocked) => ({ json: toJson(blocked), lines: [`Blocked ${blocked.host}`] }),
})

const remove = row({
  path: 'blocklist remove',
  summary: 'Unblock a host, on the imported list too',
  useCase: unblockHost,
  access: 'operator',
  effect: 'writes',
  parameters: parametersOf(unblockHost.input, { host: '<host>' }),
  examples: ['blocklist remove evil.example'],
  show: (host) => ({ json: { host, unblocked: true }, lines: [`Unblocked ${host}`] }),
})

const list = row({
  path: 'blocklist list',
  summary: 'List blocked hosts',
  useCase: listBlockedHosts,
  access: 'operator',
  effect: 'reads',
  parameters: parametersOf(listBlockedHosts.input, {
    search: '--search <text>',
    skip: '--skip <n>',
    take: '--take <n>',
  }),
  examples: ['blocklist list', 'blocklist list --search evil --json'],
  show: ({ items, totalCount }, _host, { skip }) => ({
    json: { items: items.map(toJson), totalCount },
    lines: toColumns(
      ['HOST', 'SOURCE', 'BLOCKED', 'REASON'],
      items.map(({ host, source, createdAt, reason }) => [
        ...[host, source === 'LIST' ? 'list' : 'manual', minuteOf(createdAt), reason ?? ''],
      ]),
    ),
    notes: pageNote(items.length, totalCount, skip),
  }),
})

const importList: Row = {
  path: 'blocklist import',
  summary: 'Replace the imported list of blocked hosts with a file',
  access: 'operator',
  effect: 'writes',
  // It has as many transactions as the file has thousands of lines.
  dryRun: false,
  parameters: [
    parameter('<file>', 'hosts file, such as "0.0.0.0 evil.example", or one host per line; # starts a comment'),
  ],
  notes: `A host with a leading dot, or *., includes all subdomains. Hosts added by blocklist add stay blocked.
Lines without a valid host are skipped and counted.`,
  examples: ['blocklist import blocked-hosts.txt'],
  async run({ ports, settle }, { file }) {
    using bar = showProgress('Importing hosts', sizeOf(file))
    const skipped = { lines: 0 }
    const batches = hostsIn(textOf(file, bytesOf(file, bar.advance)), () => {
      skipped.lines += 1
    })
    const hosts = await settle(new ResultAsync(importBlockedHosts(ports, batches)))
    bar.end(counted(hosts, 'host'))
    return {
      json: { hosts, skippedLines: skipped.lines },
      lines: [`Blocked ${counted(hosts, 'host')} of ${file}, in place of the previous list`],
      notes: skipped.lines > 0 ? [`skipped ${counted(skipped.lines, 'line')} without a valid host`] : [],
    }
  },
}

const toJson = ({ createdAt, ...blocked }: BlockedHost) => ({ ...blocked, createdAt: isoOf(createdAt) })

export const blocklistRows: readonly Row[] = [list, add, remove, importList]
