import { sql } from 'kysely'
import { statements } from '../migration.ts'

/**
 * The rights of an API key, as JSON; null for everything. Restricted keys have a digest that replicas of the version before do not look up, so
 * that these replicas refuse them.
 */
export const keyScopes = () =>
  statements(
    sql`alter table api_keys add column scopes text`,
    sql`alter table api_keys add column target_hosts text`,
    sql`alter table api_keys add column rotated_from text`,
  )
