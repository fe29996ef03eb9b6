import { sql } from 'kysely'
import { statements } from './migration.ts'

/** Addresses whose visits an account does not want recorded, as JSON; null for none. A replica of the version before records such visits. */
export const notMe = () => statements(sql`alter table users add column ignored_addresses text`)
