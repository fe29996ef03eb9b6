import type { Database } from '../../schema.ts'

export async function readProgress({ read }: Database, name: string): Promise<string | undefined> {
  const row = await read.selectFrom('roll_progress').where('name', '=', name).select('value').executeTakeFirst()
  return row?.value
}

export async function saveProgress({ write }: Database, name: string, value: string): Promise<void> {
  await write
    .insertInto('roll_progress')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
