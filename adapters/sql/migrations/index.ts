import type { Migration } from 'kysely/migration'
import { rolls, visitFacts } from './analytics.ts'
import { billing } from './billing.ts'
import { bio } from './bio.ts'
import { claimedHosts } from './claimed-hosts.ts'
import { deletions } from './deletions.ts'
import { domains } from './domains.ts'
import { hits } from './hits.ts'
import { idempotency } from './idempotency.ts'
import { identity } from './identity.ts'
import { instance } from './instance.ts'
import { linkLife, linkLifeIndexes } from './link-life.ts'
import { links } from './links.ts'
import type { DdlDialect } from './migration.ts'
import { notMe } from './not-me.ts'
import { search } from './search.ts'
import { serialReads } from './serial-reads.ts'
import { takedown } from './takedown.ts'
import { totals } from './totals.ts'
import { unknownVisits } from './unknown-visits.ts'
import { visitRefs } from './visit-refs.ts'
import { webhooks } from './webhooks.ts'

/** All migrations by name. They run in the order of their names; a released one never changes. */
export const migrations = (ddl: DdlDialect): Record<string, Migration> => ({
  '0001-identity': identity(ddl),
  '0002-links': links(ddl),
  '0003-idempotency': idempotency(ddl),
  '0004-hits': hits(ddl),
  '0005-bio': bio(ddl),
  '0006-domains': domains(ddl),
  '0007-webhooks': webhooks(ddl),
  '0008-billing': billing(ddl),
  '0009-claimed-hosts': claimedHosts(ddl),
  '0010-takedown': takedown(),
  '0011-instance': instance(ddl),
  '0012-deletions': deletions(ddl),
  '0013-totals': totals(ddl),
  '0014-search': search(ddl),
  '0015-serial-reads': serialReads(ddl),
  '0016-link-life': linkLife(ddl),
  '0017-link-life-indexes': linkLifeIndexes(ddl),
  '0018-visit-facts': visitFacts(ddl),
  '0019-rolls': rolls(ddl),
  '0020-unknown-visits': unknownVisits(ddl),
  '0021-not-me': notMe(),
  '0022-visit-refs': visitRefs(),
})
