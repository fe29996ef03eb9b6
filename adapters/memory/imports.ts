import type { Import, ImportState } from '@shortlink/core'
import type { Imports } from '@shortlink/core/ports'
import type { ImportRow } from './rows.ts'
import type { Call, Transaction } from './scope.ts'
import type { Tables } from './tables.ts'

const FINISHED: readonly ImportState[] = ['DONE', 'CANCELED']
const UNCLAIMED = { claim: null, claimedUntil: 0, attempts: 0 }

/** {@link Imports} in memory. */
export const memoryImports = (call: Call, tables: Tables): Imports => {
  const { imports, importParts, users } = tables
  const claimedBy = (id: string, token: string) =>
    imports.all().find(({ record, claim }) => record.id === id && claim === token)
  const put = (transaction: Transaction, row: ImportRow): Import => {
    imports.put(transaction, row)
    if (FINISHED.includes(row.record.state)) removeParts(tables, transaction, row.record)
    return row.record
  }
  return {
    create: (record) =>
      call((transaction) => {
        const earlier = imports.get(record.owner)?.record
        if (earlier?.state === 'RUNNING') return false
        if (earlier) removeParts(tables, transaction, earlier)
        imports.put(transaction, { record, ...UNCLAIMED })
        return true
      }),

    find: (owner) => call(() => imports.get(owner)?.record),

    addPart: (owner, id, { index, text, isLast, at }, max) =>
      call((transaction) => {
        const row = imports.get(owner)
        if (row?.record.id !== id || row.record.state !== 'UPLOADING' || row.record.parts !== index) return undefined
        const characters = row.record.characters + text.length
        if (characters > max) return undefined
        importParts.put(transaction, { import: id, index, text })
        const state = isLast ? 'PLANNING' : 'UPLOADING'
        return put(transaction, {
          ...row,
          record: { ...row.record, parts: index + 1, characters, state, updatedAt: at },
        })
      }),

    change: (owner, id, from, change) =>
      call((transaction) => {
        const row = imports.get(owner)
        if (row?.record.id !== id || !from.includes(row.record.state)) return undefined
        const claim = row.record.state === 'RUNNING' ? { ...row, attempts: 0 } : UNCLAIMED
        return put(transaction, { ...claim, record: { ...row.record, ...change } })
      }),

    part: (id, index) => call(() => importParts.get(`${id} ${index}`)?.text),

    claim: (now, { token, until }) =>
      call((transaction) => {
        const [row] = imports
          .all()
          .filter(
            ({ record: { state, owner }, claimedUntil }) =>
              (state === 'PLANNING' || state === 'RUNNING') &&
              claimedUntil <= now &&
              users.get(owner)?.disabledAt === null,
          )
          .sort((one, other) => one.record.updatedAt - other.record.updatedAt)
        if (row === undefined) return undefined
        const attempts = row.attempts + 1
        imports.put(transaction, { record: row.record, claim: token, claimedUntil: until, attempts })
        return { found: row.record, attempts }
      }),

    save: (id, { token, until }, from, { state, ...change }) =>
      call((transaction) => {
        const row = claimedBy(id, token)
        if (row === undefined) return undefined
        const next = state !== undefined && row.record.state === from ? { state } : {}
        const record = { ...row.record, ...change, ...next }
        return put(transaction, { ...row, record, claimedUntil: until, attempts: 0 }).state
      }),

    release: (id, { token }) =>
      call((transaction) => {
        const row = claimedBy(id, token)
        if (row) imports.put(transaction, { ...row, claim: null, claimedUntil: 0 })
      }),

    forget: (before) =>
      call((transaction) => {
        for (const { record } of imports.all())
          if (record.updatedAt < before) removeImport(tables, transaction, record.owner)
      }),
  }
}

/** Removes the import of an account with its file. */
export function removeImport(tables: Tables, transaction: Transaction, owner: string) {
  const row = tables.imports.get(owner)
  if (row === undefined) return
  removeParts(tables, transaction, row.record)
  tables.imports.remove(transaction, row)
}

function removeParts({ importParts }: Tables, transaction: Transaction, { id }: Import) {
  for (const part of importParts.where('import', id)) importParts.remove(transaction, part)
}
