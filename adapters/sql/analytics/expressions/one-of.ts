import { sql } from 'kysely'

/** A list for `in`, which may be empty. */
export const oneOf = (values: readonly string[]) => sql`(${sql.join(values.length === 0 ? [null] : values)})`
