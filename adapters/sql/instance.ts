import type { InstanceValues } from '@shortlink/core/ports'
import type { Database } from './schema.ts'

/** {@link InstanceValues} over either database. */
export const sqlInstance = (db: Database): InstanceValues => ({
  async find(name) {
    const row = await db.lookup.selectFrom('instance').where('name', '=', name).select('value').executeTakeFirst()
    return row?.value
  },

  async settle(name, value) {
    // The update changes nothing; it makes the statement return the row that is there.
    const row = await db.write
      .insertInto('instance')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet((of) => ({ value: of.ref('instance.value') })))
      .returning('value')
      .executeTakeFirstOrThrow()
    return row.value
  },

  async replace(name, value) {
    await db.write
      .insertInto('instance')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  },
})
