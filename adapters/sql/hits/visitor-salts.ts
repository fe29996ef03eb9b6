import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The salt of a UTC day: the given one, unless another was stored first. */
export async function saltOf(db: Kysely<Schema>, day: number, proposed: string): Promise<string> {
  await db
    .insertInto('visitor_salts')
    .values({ day, salt: proposed })
    .onConflict((on) => on.doNothing())
    .execute()
  const { salt } = await db.selectFrom('visitor_salts').where('day', '=', day).select('salt').executeTakeFirstOrThrow()
  return salt
}
