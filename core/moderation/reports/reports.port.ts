import type { Instant } from '../../kernel/caller.ts'
import type { ReportId } from '../../kernel/ids.ts'
import type { Page } from '../../kernel/page.ts'
import type { Report } from './report.ts'

/** Filter for reports: resolved ones, open ones, or all if omitted. */
export interface ReportsFilter {
  readonly resolved?: boolean | undefined
}

export interface ReportLimits {
  /** Most reports that are stored; the one that was resolved first makes room for a new one. */
  readonly all: number
  /** Most open reports with the same subject. */
  readonly open: number
}

/** Reports of visitors about links, bio pages and domains. */
export interface Reports {
  /** Stores the report. `skipped`: its subject has enough open reports. `full`: all stored reports are open. Concurrent calls respect the limits. */
  add(report: Report, limits: ReportLimits): Promise<'added' | 'skipped' | 'full'>
  find(id: ReportId): Promise<Report | undefined>
  /** Newest first, then by id, descending. */
  list(page: Page & ReportsFilter): Promise<readonly Report[]>
  count(filter: ReportsFilter): Promise<number>
  /**
   * Resolves the report and every open one with the same subject; with `blocked` also the open ones with the same host. Returns the report,
   * which keeps an earlier time; undefined if there is none.
   */
  resolve(id: ReportId, at: Instant, blocked: boolean): Promise<Report | undefined>
  /** Deletes reports that were resolved, or made, before the instants. */
  forget(before: { readonly resolved: Instant; readonly reported: Instant }): Promise<void>
}
