import type { AuditEntry } from '@shortlink/core'
import type { AuditLog } from '@shortlink/core/ports'
import type { Call, Transaction } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link AuditLog} in memory. */
export const memoryAudit = (call: Call, tables: Tables): AuditLog => ({
  add: (entries) => call((transaction) => addEntries(tables, transaction, entries)),

  list: (owner, { take, before, action, actor, targetId, from, to }) =>
    call(() =>
      tables.auditEntries
        .where('owner', owner)
        .filter(({ no }) => before === undefined || no < before)
        .filter((entry) => targetId === undefined || entry.targetId === targetId)
        .filter((entry) => action === undefined || entry.action === action)
        .filter((entry) => actor === undefined || entry.actor === actor)
        .filter(({ at }) => (from === undefined || at >= from) && (to === undefined || at < to))
        .toSorted((a, b) => b.no - a.no)
        .slice(0, take),
    ),

  async *forget(before) {
    yield await call((transaction) => {
      const old = tables.auditEntries.all().filter(({ at }) => at < before)
      for (const entry of old) tables.auditEntries.remove(transaction, entry)
      return old.length
    })
  },
})

/** Appends the entries, numbered after all others. */
function addEntries(tables: Tables, transaction: Transaction, entries: readonly AuditEntry[]): void {
  // Like a sequence, the number does not go back when the transaction does.
  for (const entry of entries) tables.auditEntries.put(transaction, { ...entry, no: ++tables.lastNumbers.auditEntry })
}
