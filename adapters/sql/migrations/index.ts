import type { Migration } from 'kysely/migration'
import { audit } from './accounts/audit.ts'
import { identity } from './accounts/identity.ts'
import { keyNetwork } from './accounts/key-network.ts'
import { keyPepper } from './accounts/key-pepper.ts'
import { keyScopes } from './accounts/key-scopes.ts'
import { oauthRecords } from './accounts/oauth-records.ts'
import { resetLinks } from './accounts/reset-links.ts'
import { roles } from './accounts/roles.ts'
import { sessions } from './accounts/sessions.ts'
import { billing } from './billing.ts'
import { bio } from './bio.ts'
import { bioLook } from './bio-look.ts'
import { bioViews } from './bio-views.ts'
import { blockedHosts } from './blocked-hosts.ts'
import { claimedHosts } from './claimed-hosts.ts'
import { deletions } from './deletions.ts'
import { domains } from './domains.ts'
import { rolls, visitFacts } from './hits/analytics.ts'
import { annotations } from './hits/annotations.ts'
import { hits } from './hits/hits.ts'
import { shareVisits, statShares } from './hits/stat-shares.ts'
import { totals } from './hits/totals.ts'
import { unknownVisits } from './hits/unknown-visits.ts'
import { visitRefs } from './hits/visit-refs.ts'
import { idempotency } from './idempotency.ts'
import { imports } from './imports.ts'
import { instance } from './instance.ts'
import { externalIds } from './links/external-ids.ts'
import { linkDefaults } from './links/link-defaults.ts'
import { linkLife, linkLifeIndexes } from './links/link-life.ts'
import { links } from './links/links.ts'
import { qrStyles } from './links/qr-styles.ts'
import { savedViews } from './links/saved-views.ts'
import { search } from './links/search.ts'
import type { DdlDialect } from './migration.ts'
import { notMe } from './not-me.ts'
import { reports } from './reports.ts'
import { serialReads } from './serial-reads.ts'
import { takedown } from './takedown.ts'
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
  '0023-key-scopes': keyScopes(),
  '0024-sessions': sessions(ddl),
  '0025-audit': audit(ddl),
  '0026-roles': roles(ddl),
  '0027-blocked-hosts': blockedHosts(ddl),
  '0028-reports': reports(ddl),
  '0029-reset-links': resetLinks(ddl),
  '0030-key-pepper': keyPepper(),
  '0031-key-network': keyNetwork(),
  '0032-external-ids': externalIds(ddl),
  '0033-stat-shares': statShares(ddl),
  '0034-oauth-records': oauthRecords(ddl),
  '0035-bio-look': bioLook(),
  '0036-saved-views': savedViews(ddl),
  '0037-qr-styles': qrStyles(ddl),
  '0038-imports': imports(ddl),
  '0039-link-defaults': linkDefaults(ddl),
  '0040-annotations': annotations(ddl),
  '0041-share-visits': shareVisits(),
  '0042-bio-views': bioViews(ddl),
})
