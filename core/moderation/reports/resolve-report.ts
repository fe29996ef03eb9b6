import { errAsync, okAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../../kernel/errors.ts'
import { found } from '../../kernel/found.ts'
import type { ReportId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { block } from '../block-host.ts'
import type { Report } from './report.ts'

/** Resolves a report with the other open reports about the same link, and blocks the host that the link led to. */
export const resolveReport = defineUseCase({
  name: 'resolveReport',
  access: 'admin',
  scope: null,
  input: z.object({
    id: id<ReportId>().describe('The id of the report.'),
    block: z
      .boolean('block must be true or false')
      .describe('True to also block the host of the target; this resolves the other reports about that host, too.'),
  }),
  run: (ports, _caller, { id, block: blocks }) =>
    found(ports.store.reports.find(id), 'Report')
      .andThen((report) => (blocks ? blockTarget(ports, report) : okAsync()))
      .andThen(() => found(ports.store.reports.resolve(id, ports.clock.now(), blocks), 'Report')),
  audit: ({ id, host }, { block }) => [
    { kind: 'REPORT', id },
    ...(block && host !== null ? [{ kind: 'BLOCKED_HOST' as const, id: host }] : []),
  ],
})

const blockTarget = (ports: Ports, { id, host }: Report) =>
  host === null ? errAsync(NO_HOST) : block(ports, { host, reason: `Abuse report ${id}` })

const NO_HOST: ErrorOf<'invalid-input'> = {
  type: 'invalid-input',
  path: 'block',
  message: 'The report is about a page or domain, so there is no target host to block',
}
