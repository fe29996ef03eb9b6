import type { Report, ReportId, UserId } from '@shortlink/core'
import type { Reports } from '@shortlink/core/ports'
import type { Kysely, Selectable } from 'kysely'
import type { RowLocks } from '../kit/row-locks.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Database, Schema } from '../schema.ts'
import type { ReportsTable } from '../tables/moderation.ts'

/** {@link Reports} over either database. */
export const sqlReports = (db: Database, locks: RowLocks): Reports => ({
  add: (report, limits) =>
    inTransaction(db, async (db) => {
      // Concurrent calls wait for each other at a row that always exists.
      await db.selectFrom('operator_changes').select('id').modifyEnd(locks.change).execute()
      const open = db.selectFrom('reports').where('subject', '=', report.subject).where('resolved_at', 'is', null)
      if ((await countOf(open)) >= limits.open) return 'skipped'
      if ((await countOf(db.selectFrom('reports'))) >= limits.all && !(await removeOldest(db))) return 'full'
      await db.insertInto('reports').values(toRow(report)).execute()
      return 'added'
    }),

  async find(id) {
    const row = await db.lookup.selectFrom('reports').where('id', '=', id).selectAll().executeTakeFirst()
    return row && toReport(row)
  },

  async list({ skip, take, resolved }) {
    const rows = await matching(db.read, resolved)
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .offset(skip)
      .limit(take)
      .execute()
    return rows.map(toReport)
  },

  count: ({ resolved }) => countOf(matching(db.read, resolved)),

  resolve: (id, at, blocked) =>
    inTransaction(db, async (db) => {
      const report = await db.selectFrom('reports').where('id', '=', id).selectAll().executeTakeFirst()
      if (report === undefined) return undefined
      const { subject, host } = report
      await db
        .updateTable('reports')
        .set({ resolved_at: at, ...(blocked && { blocked: 1 }) })
        .where('resolved_at', 'is', null)
        .where((of) => of.or([of('subject', '=', subject), ...(blocked && host ? [of('host', '=', host)] : [])]))
        .execute()
      if (blocked) await db.updateTable('reports').set({ blocked: 1 }).where('id', '=', id).execute()
      return toReport(await db.selectFrom('reports').where('id', '=', id).selectAll().executeTakeFirstOrThrow())
    }),

  async forget({ resolved, reported }) {
    await db.write
      .deleteFrom('reports')
      .where((of) => of.or([of('resolved_at', '<', resolved), of('at', '<', reported)]))
      .execute()
  },
})

const matching = (db: Kysely<Schema>, resolved: boolean | undefined) =>
  db
    .selectFrom('reports')
    .$if(resolved !== undefined, (query) => query.where('resolved_at', resolved ? 'is not' : 'is', null))

async function countOf(query: ReturnType<typeof matching>): Promise<number> {
  const { rows } = await query.select((of) => of.fn.countAll().as('rows')).executeTakeFirstOrThrow()
  return Number(rows)
}

/** Deletes the report that was resolved first; false if all are open. */
async function removeOldest(db: Kysely<Schema>): Promise<boolean> {
  const oldest = matching(db, true).select('id').orderBy('resolved_at').orderBy('id').limit(1)
  const { numDeletedRows } = await db.deleteFrom('reports').where('id', 'in', oldest).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const toRow = ({ resolvedAt, blocked, ...report }: Report): ReportsTable => ({
  ...report,
  resolved_at: resolvedAt,
  blocked: blocked ? 1 : 0,
})

const toReport = ({ resolved_at, blocked, id, owner, ...row }: Selectable<ReportsTable>): Report => ({
  ...row,
  id: id as ReportId,
  owner: owner as UserId | null,
  resolvedAt: resolved_at,
  blocked: blocked === 1,
})
