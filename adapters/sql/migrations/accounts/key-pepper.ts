import { sql } from 'kysely'
import { statements } from '../migration.ts'

/** Identifies the pepper of an API key's digest; null for keys of earlier versions. */
export const keyPepper = () => statements(sql`alter table api_keys add column pepper text`)
