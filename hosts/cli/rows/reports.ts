import { type ListedReport, listReports, resolveReport } from '@shortlink/core'
import { z } from 'zod'
import { parameter, parametersOf } from '../parameters.ts'
import { isoOf, minuteOf, pageNote, toColumns, withoutControls } from '../table/columns.ts'
import { type Row, row } from '../table/row.ts'

const list = row({
  path: 'report list',
  summary: 'List open abuse reports, newest first',
  useCase: listReports,
  access: 'operator',
  effect: 'reads',
  parameters: [
    parameter('--resolved', 'list resolved reports instead', { schema: z.boolean() }),
    ...parametersOf(listReports.input, { skip: '--skip <n>', take: '--take <n>' }),
  ],
  examples: ['report list', 'report list --resolved --json'],
  input: ({ resolved = false, ...page }) => ({ ...page, resolved }),
  show: ({ items, totalCount }, host, { skip }) => ({
    json: { items: items.map((report) => toJson(report, report.link && host.shortUrl(report.link))), totalCount },
    lines: toColumns(
      ['ID', 'TIME', 'URL', 'TARGET HOST', 'ACCOUNT', 'REASON'],
      items.map(({ id, at, url, host, ownerEmail, reason }) => [
        ...[id, minuteOf(at), url, host ?? '-', ownerEmail ?? '-', reason.replaceAll(/\s+/g, ' ')],
      ]),
    ),
    notes: pageNote(items.length, totalCount, skip),
  }),
})

const resolve = row({
  path: 'report resolve',
  summary: 'Resolve an abuse report and the other open reports about the same link',
  useCase: resolveReport,
  access: 'operator',
  effect: 'writes',
  parameters: [
    ...parametersOf(resolveReport.input, { id: ['<id>', 'id of the report, as report list shows it'] }),
    parameter('--block', 'also block the host of the target, and resolve the other reports about it', {
      schema: z.boolean(),
    }),
  ],
  examples: ['report resolve 0190f1d0-5a3e-7c40-8b1a-2f6d5c4b3a29 --block'],
  input: ({ id, block = false }) => ({ id, block }),
  show: ({ id, url, host }, _host, { block = false }) => ({
    json: { id, resolved: true, blockedHost: block ? host : null },
    lines: [`Resolved the report about ${withoutControls(url)}${block ? ` and blocked ${host}` : ''}`],
  }),
})

const toJson = ({ link, at, resolvedAt, ...report }: ListedReport, shortUrl: string | null) => ({
  ...{ ...report, at: isoOf(at), resolvedAt: resolvedAt && isoOf(resolvedAt) },
  link: link && { id: link.id, shortUrl, target: link.target },
})

export const reportRows: readonly Row[] = [list, resolve]
