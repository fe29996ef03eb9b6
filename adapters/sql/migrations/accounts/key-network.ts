import { sql } from 'kysely'
import { statements } from '../migration.ts'

/** The network that an API key was last used from; null if unknown. */
export const keyNetwork = () => statements(sql`alter table api_keys add column last_used_network text`)
