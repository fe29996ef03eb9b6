import type { AuditEntry, AuditEntryId, UserId } from '@shortlink/core'
import type { AuditLog, NumberedEntry } from '@shortlink/core/ports'
import { CompiledQuery, type Selectable } from 'kysely'
import type { RowsFromJson } from './kit/rows-from-json.ts'
import type { Database } from './schema.ts'
import type { AuditEntriesTable } from './tables/audit.ts'

/** Entries that one step of a removal looks at. */
const STEP_ENTRIES = 1000

/** {@link AuditLog} over either database. */
export const sqlAudit = ({ background, write, offload }: Database, rowsFromJson: RowsFromJson): AuditLog => ({
  async add(entries) {
    await write.executeQuery(CompiledQuery.raw(insertEntries(rowsFromJson), [entriesJson(entries)]))
  },

  async list(owner, { take, before, action, actor, targetId, from, to }) {
    const rows = await offload(owner, (read) => {
      let query = read.selectFrom('audit_entries').where('owner', '=', owner).orderBy('no', 'desc').limit(take)
      if (before !== undefined) query = query.where('no', '<', before)
      if (targetId !== undefined) query = query.where('target_id', '=', targetId)
      if (action !== undefined) query = query.where('action', '=', action)
      if (actor !== undefined) query = query.where('actor', '=', actor)
      if (from !== undefined) query = query.where('at', '>=', from)
      if (to !== undefined) query = query.where('at', '<', to)
      return query.selectAll().execute()
    })
    return rows.map(toEntry)
  },

  async *forget(before) {
    let after = -1
    for (;;) {
      const step = background.selectFrom('audit_entries').where('no', '>', after).orderBy('no').limit(STEP_ENTRIES)
      const entries = await step.select(['no', 'at']).execute()
      const last = entries.at(-1)
      // Numbers grow with time, so a step without old entries is the last one.
      if (last === undefined || !entries.some(({ at }) => at < before)) return
      const { numDeletedRows } = await write
        .deleteFrom('audit_entries')
        .where('no', '>', after)
        .where('no', '<=', last.no)
        .where('at', '<', before)
        .executeTakeFirstOrThrow()
      after = last.no
      yield Number(numDeletedRows)
    }
  },
})

const COLUMNS = [
  ...(['id', 'owner', 'at', 'actor', 'surface', 'action'] as const),
  ...(['target_kind', 'target_id', 'changed', 'request_id', 'network'] as const),
]

/** A statement that inserts entries from its one JSON parameter, with a condition on the entry `new`. */
export const insertEntries = (rowsFromJson: RowsFromJson, condition = 'true', parameter = 1) =>
  `insert into audit_entries (${COLUMNS.join(', ')})
    select ${COLUMNS.join(', ')} from (${rowsFromJson(COLUMNS, 'audit_entries', parameter)}) as new where ${condition}`

/** The parameter of {@link insertEntries}. */
export const entriesJson = (entries: readonly AuditEntry[]) => JSON.stringify(entries.map(toRow))

const toRow = (entry: AuditEntry): Record<(typeof COLUMNS)[number], string | number | null> => ({
  id: entry.id,
  owner: entry.owner,
  at: entry.at,
  actor: entry.actor,
  surface: entry.surface,
  action: entry.action,
  target_kind: entry.targetKind,
  target_id: entry.targetId,
  changed: entry.changed.join(),
  request_id: entry.requestId,
  network: entry.network,
})

const toEntry = (row: Selectable<AuditEntriesTable>): NumberedEntry => ({
  no: row.no,
  id: row.id as AuditEntryId,
  owner: row.owner as UserId,
  at: row.at,
  actor: row.actor,
  surface: row.surface as AuditEntry['surface'],
  action: row.action,
  targetKind: row.target_kind as AuditEntry['targetKind'],
  targetId: row.target_id,
  changed: row.changed === '' ? [] : row.changed.split(','),
  requestId: row.request_id,
  network: row.network,
})
