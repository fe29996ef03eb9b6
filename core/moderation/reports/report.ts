import { z } from 'zod'
import type { Instant } from '../../kernel/caller.ts'
import type { ReportId, UserId } from '../../kernel/ids.ts'
import { text } from '../../kernel/input.ts'

/** A visitor's report that a link, bio page or domain of the service is harmful. */
export interface Report {
  readonly id: ReportId
  readonly at: Instant
  /** The URL as the visitor typed it. */
  readonly url: string
  /** The id of the link, bio page or domain at the URL. */
  readonly subject: string
  /** The account that had it; null for an anonymous link. */
  readonly owner: UserId | null
  /** The host of the link's target at the time; null without one. */
  readonly host: string | null
  readonly reason: string
  /** The visitor's email address, if given. */
  readonly email: string | null
  /** When an administrator resolved the report; null while it is open. */
  readonly resolvedAt: Instant | null
  /** Whether the administrator blocked the host. */
  readonly blocked: boolean
}

/** Most reports that are stored. */
export const MAX_REPORTS = 10_000
/** Most open reports about one link, page or domain; further ones add nothing, so they are not stored. */
export const MAX_OPEN_REPORTS = 10

const DAY_MS = 24 * 60 * 60 * 1000
/** Resolved reports are deleted after this time. */
const RESOLVED_RETENTION_MS = 30 * DAY_MS
/** Every report is deleted at this age. */
const RETENTION_MS = 365 * DAY_MS

/** The instants before which reports are deleted. */
export const reportsKeptFrom = (now: Instant) => ({
  resolved: now - RESOLVED_RETENTION_MS,
  reported: now - RETENTION_MS,
})

const MAX_URL_LENGTH = 2048
const MAX_REASON_LENGTH = 2000
const MAX_EMAIL_LENGTH = 254

/** The fields of the form, with their limits. Messages are for visitors. */
export const ReportInput = z.object({
  url: text('The URL', { max: MAX_URL_LENGTH }).trim().min(1, 'Enter the URL to report.'),
  reason: text('The reason', { max: MAX_REASON_LENGTH, form: withPlainLineEnds })
    .trim()
    .min(1, 'Describe the problem.'),
  email: text('The email address', { max: MAX_EMAIL_LENGTH })
    .trim()
    .refine((email) => email === '' || z.email().safeParse(email).success, 'Enter a valid email address, or none.')
    .transform((email) => email || null),
})

/** Forms send CRLF, which counts twice in the limit that browsers apply. */
function withPlainLineEnds(value: string): string {
  return value.replaceAll('\r\n', '\n')
}

/** The limits of {@link ReportInput}, for the form. */
export const REPORT_LENGTHS = { url: MAX_URL_LENGTH, reason: MAX_REASON_LENGTH, email: MAX_EMAIL_LENGTH }
