import { err, ok, type Result, ResultAsync } from 'neverthrow'
import type { LinkReported } from '../../events.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { EventId, LinkId } from '../../kernel/ids.ts'
import type { Ports, Store } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { findReported, type Reported } from './find-reported.ts'
import { MAX_OPEN_REPORTS, MAX_REPORTS, type Report, ReportInput } from './report.ts'

/**
 * Reports a link, bio page or custom domain to the administrators. Does not tell the visitor whether others reported it. For the form
 * alone, which limits the number of reports.
 */
export const reportLink = defineUseCase({
  name: 'reportLink',
  access: 'anyone',
  scope: null,
  demand: 'creates',
  input: ReportInput,
  run: (ports, _caller, { url, reason, email }) =>
    new ResultAsync(reportedAt(ports, url)).andThen((reported) => {
      const { subject, owner, host } = reported
      const report = {
        ...{ id: ports.ids.report(), at: ports.clock.now(), url, subject, owner, host, reason, email },
        ...{ resolvedAt: null, blocked: false },
      }
      return ports.store
        .atomic((store) => new ResultAsync(addReport(store, report, reported)))
        .andTee(() => ports.dispatcher.wake())
    }),
})

const UNKNOWN_URL: ErrorOf<'invalid-input'> = {
  type: 'invalid-input',
  path: 'url',
  message: 'There is no link or page of this service at this URL. Check it for typos.',
}
const FULL: ErrorOf<'unavailable'> = { type: 'unavailable', message: 'Too many reports are open. Try again later.' }

async function reportedAt(ports: Ports, url: string): Promise<Result<Reported, typeof UNKNOWN_URL>> {
  const reported = await findReported(ports, url)
  return reported === undefined ? err(UNKNOWN_URL) : ok(reported)
}

async function addReport(store: Store, report: Report, reported: Reported): Promise<Result<true, typeof FULL>> {
  const added = await store.reports.add(report, { all: MAX_REPORTS, open: MAX_OPEN_REPORTS })
  if (added === 'full') return err(FULL)
  if (added === 'added') await store.outbox.add(await eventsOf(store, report, reported))
  return ok(true)
}

/** An event for each administrator. Their webhooks share the event's id, which is unique for each webhook. */
async function eventsOf({ users }: Store, report: Report, { isLink, url }: Reported): Promise<LinkReported[]> {
  const { id, at, subject, host, reason } = report
  const data = { id, link: isLink ? (subject as LinkId) : null, url, host, reason, createdAt: at }
  const administrators = await users.administrators()
  return administrators.map((owner) => ({
    ...{ type: 'link.reported', id: id as string as EventId, owner, at, report: data },
  }))
}
