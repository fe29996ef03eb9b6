import { sql } from 'kysely'
import type { AnySchema } from './partitions.ts'

/** Gives a table the owner of another one, in case one role migrates and another one serves. */
export async function copyOwner(db: AnySchema, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ owner: string }>`
    select pg_get_userbyid(relowner) as owner from pg_class
    where oid = to_regclass(${from}) and pg_get_userbyid(relowner) <> current_user`.execute(db)
  for (const { owner } of rows) await sql`alter table ${sql.table(to)} owner to ${sql.ref(owner)}`.execute(db)
}

/** Gives a new table the owner and the granted rights of another one. */
export async function copyRights(db: AnySchema, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ right: string; grantee: string | null; grantable: boolean }>`
    select privilege_type as right, is_grantable as grantable,
      case when grantee = 0 then null else pg_get_userbyid(grantee) end as grantee
    from pg_class, aclexplode(relacl) where oid = to_regclass(${from}) and grantee <> relowner`.execute(db)
  for (const { right, grantee, grantable } of rows) {
    const role = grantee === null ? sql`public` : sql.ref(grantee)
    await sql`grant ${sql.raw(right)} on ${sql.table(to)} to ${role} ${sql.raw(grantable ? 'with grant option' : '')}`.execute(
      db,
    )
  }
  await copyOwner(db, from, to)
}
