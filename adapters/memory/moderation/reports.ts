import type { Report } from '@shortlink/core'
import { newestFirst } from '@shortlink/core/adapter'
import type { Reports } from '@shortlink/core/ports'
import type { Call } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link Reports} in memory. */
export function memoryReports(call: Call, { reports }: Tables): Reports {
  const matching = (resolved?: boolean) =>
    reports.all().filter(({ resolvedAt }) => resolved === undefined || resolved === (resolvedAt !== null))
  return {
    add: (report, limits) =>
      call((transaction) => {
        if (matching(false).filter(({ subject }) => subject === report.subject).length >= limits.open) return 'skipped'
        if (reports.all().length >= limits.all) {
          const [oldest] = matching(true).sort((a, b) => Number(a.resolvedAt) - Number(b.resolvedAt))
          if (oldest === undefined) return 'full'
          reports.remove(transaction, oldest)
        }
        reports.put(transaction, report)
        return 'added'
      }),

    find: (id) => call(() => reports.get(id)),

    list: ({ skip, take, resolved }) =>
      call(() =>
        matching(resolved)
          .sort((a, b) => newestFirst({ id: a.id, createdAt: a.at }, { id: b.id, createdAt: b.at }))
          .slice(skip, skip + take),
      ),

    count: ({ resolved }) => call(() => matching(resolved).length),

    resolve: (id, at, blocked) =>
      call((transaction) => {
        const report = reports.get(id)
        if (report === undefined) return undefined
        const isAbout = ({ subject, host }: Report) =>
          subject === report.subject || (blocked && host !== null && host === report.host)
        for (const one of matching(false).filter(isAbout))
          reports.put(transaction, { ...one, resolvedAt: at, blocked: one.blocked || blocked })
        if (blocked) reports.put(transaction, { ...(reports.get(id) ?? report), blocked })
        return reports.get(id)
      }),

    forget: (before) =>
      call((transaction) => {
        for (const report of reports.all())
          if (report.at < before.reported || (report.resolvedAt !== null && report.resolvedAt < before.resolved))
            reports.remove(transaction, report)
      }),
  }
}
