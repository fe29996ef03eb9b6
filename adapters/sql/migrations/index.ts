import type { Migration } from 'kysely/migration'
import { billing } from './billing.ts'
import { bio } from './bio.ts'
import { claimedHosts } from './claimed-hosts.ts'
import { domains } from './domains.ts'
import { hits } from './hits.ts'
import { idempotency } from './idempotency.ts'
import { identity } from './identity.ts'
import { links } from './links.ts'
import type { DdlDialect } from './migration.ts'
import { takedown } from './takedown.ts'
import { webhooks } from './webhooks.ts'

/** Every step of the schema under the name by which it is remembered. Names sort in the order of application; a step never changes. */
export const migrations = (words: DdlDialect): Record<string, Migration> => ({
  '0001-identity': identity(words),
  '0002-links': links(words),
  '0003-idempotency': idempotency(words),
  '0004-hits': hits(words),
  '0005-bio': bio(words),
  '0006-domains': domains(words),
  '0007-webhooks': webhooks(words),
  '0008-billing': billing(words),
  '0009-claimed-hosts': claimedHosts(words),
  '0010-takedown': takedown(),
})
