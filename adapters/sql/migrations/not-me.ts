import { sql } from 'kysely'
import { statements } from './migration.ts'

/** IP addresses that an account excludes from recording, as JSON; null for none. A replica of the previous version records such visits. */
export const notMe = () => statements(sql`alter table users add column ignored_addresses text`)
