import type { Import, ImportId, ImportState, UserId } from '@shortlink/core'
import type { ImportChange, Imports } from '@shortlink/core/ports'
import { type Selectable, sql } from 'kysely'
import type { Database } from './schema.ts'
import type { ImportsTable } from './tables/imports.ts'

/** States without a file. */
const FINISHED: readonly ImportState[] = ['DONE', 'CANCELED']
/** The columns of an import that no server works on. */
const UNCLAIMED = { claim: null, claimed_until: 0, attempts: 0 }

/** {@link Imports} over either database. */
export const sqlImports = (db: Database): Imports => ({ ...ownedImports(db), ...claimedImports(db) })

type Claimed = 'claim' | 'save' | 'release' | 'forget'

/** The calls of an account. */
const ownedImports = ({ lookup, write }: Database): Omit<Imports, Claimed> => ({
  async create(record) {
    const row = { ...toRow(record), ...UNCLAIMED }
    const replaced = await write
      .insertInto('imports')
      .values(row)
      .onConflict((conflict) => conflict.column('owner').doUpdateSet(row).where('imports.state', '!=', 'RUNNING'))
      .executeTakeFirstOrThrow()
    const isCreated = replaced.numInsertedOrUpdatedRows === 1n
    if (isCreated) await deleteOrphans(write)
    return isCreated
  },

  async find(owner) {
    const row = await lookup.selectFrom('imports').where('owner', '=', owner).selectAll().executeTakeFirst()
    return row && toRecord(row)
  },

  async addPart(owner, id, { index, text, isLast, at }, max) {
    const row = await write
      .updateTable('imports')
      .set((of) => ({
        parts: of('parts', '+', 1),
        characters: of('characters', '+', text.length),
        updated_at: at,
        ...(isLast && { state: 'PLANNING' }),
      }))
      .where('owner', '=', owner)
      .where('id', '=', id)
      .where('state', '=', 'UPLOADING')
      .where('parts', '=', index)
      .where('characters', '<=', max - text.length)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return undefined
    await write.insertInto('import_parts').values({ import: id, part: index, content: text }).execute()
    return toRecord(row)
  },

  async change(owner, id, from, change) {
    const row = await write
      .updateTable('imports')
      .set({
        ...toColumns(change),
        // A server that creates links stores what it has done.
        claim: sql`case state when 'RUNNING' then claim end`,
        claimed_until: sql`case state when 'RUNNING' then claimed_until else 0 end`,
        attempts: 0,
      })
      .where('owner', '=', owner)
      .where('id', '=', id)
      .where('state', 'in', from)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return undefined
    if (FINISHED.includes(row.state as ImportState)) await deleteParts(write, id)
    return toRecord(row)
  },

  async part(id, index) {
    const query = lookup.selectFrom('import_parts').where('import', '=', id).where('part', '=', index)
    return (await query.select('content').executeTakeFirst())?.content
  },
})

/** The calls of servers. */
const claimedImports = ({ lookup, write }: Database): Pick<Imports, Claimed> => ({
  async claim(now, { token, until }) {
    const isWaiting = sql<boolean>`state in ('PLANNING', 'RUNNING') and claimed_until <= ${now}`
    const waiting = lookup
      .selectFrom('imports')
      .where(isWaiting)
      .where(sql<boolean>`exists (select 1 from users where users.id = imports.owner and users.disabled_at is null)`)
      .orderBy('updated_at')
      .limit(1)
      .select('id')
    const [next] = await waiting.execute()
    if (next === undefined) return undefined
    const row = await write
      .updateTable('imports')
      .set((of) => ({ claim: token, claimed_until: until, attempts: of('attempts', '+', 1) }))
      .where('id', '=', next.id)
      .where(isWaiting)
      .returningAll()
      .executeTakeFirst()
    return row && { found: toRecord(row), attempts: row.attempts }
  },

  async save(id, { token, until }, from, { state, ...change }) {
    const row = await write
      .updateTable('imports')
      .set({
        ...toColumns(change),
        ...(state && { state: sql`case state when ${from} then ${state} else state end` }),
        claimed_until: until,
        attempts: 0,
      })
      .where('id', '=', id)
      .where('claim', '=', token)
      .returning('state')
      .executeTakeFirst()
    const stored = row?.state as ImportState | undefined
    if (stored !== undefined && FINISHED.includes(stored)) await deleteParts(write, id)
    return stored
  },

  async release(id, { token }) {
    await write
      .updateTable('imports')
      .set({ claim: null, claimed_until: 0 })
      .where('id', '=', id)
      .where('claim', '=', token)
      .execute()
  },

  async forget(before) {
    await write.deleteFrom('imports').where('updated_at', '<', before).execute()
    await deleteOrphans(write)
  },
})

const deleteParts = (db: Database['write'], id: string) =>
  db.deleteFrom('import_parts').where('import', '=', id).execute()

/** Deletes the parts of imports that were replaced or deleted. */
export const deleteOrphans = (db: Database['write']) =>
  sql`delete from import_parts where not exists (select 1 from imports where imports.id = import_parts.import)`.execute(
    db,
  )

const toColumns = ({ state, program, domains, acceptedLosses, report, found, fault, updatedAt }: ImportChange) => ({
  updated_at: updatedAt,
  ...(state && { state }),
  ...(program !== undefined && { program }),
  ...(domains && { domains: JSON.stringify(domains) }),
  ...(acceptedLosses && { accepted_losses: JSON.stringify(acceptedLosses) }),
  ...(report !== undefined && { report: report && JSON.stringify(report) }),
  ...(found !== undefined && { found }),
  ...(fault !== undefined && { fault: fault && JSON.stringify(fault) }),
})

const toRow = ({ owner, id, name, state, parts, characters, program, found, ...rest }: Import) => ({
  ...{ owner, id, name, state, parts, characters, program, found },
  domains: JSON.stringify(rest.domains),
  accepted_losses: JSON.stringify(rest.acceptedLosses),
  report: rest.report && JSON.stringify(rest.report),
  fault: rest.fault && JSON.stringify(rest.fault),
  created_at: rest.createdAt,
  updated_at: rest.updatedAt,
})

const toRecord = (row: Selectable<ImportsTable>): Import => ({
  id: row.id as ImportId,
  owner: row.owner as UserId,
  name: row.name,
  state: row.state as ImportState,
  parts: row.parts,
  characters: row.characters,
  program: row.program as Import['program'],
  domains: JSON.parse(row.domains) as Import['domains'],
  acceptedLosses: JSON.parse(row.accepted_losses) as Import['acceptedLosses'],
  found: row.found as Import['found'],
  report: row.report === null ? null : (JSON.parse(row.report) as Import['report']),
  fault: row.fault === null ? null : (JSON.parse(row.fault) as Import['fault']),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
