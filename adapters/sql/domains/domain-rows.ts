import type { Domain, DomainId } from '@shortlink/core'
import type { Selectable } from 'kysely'
import type { DomainsTable } from '../tables/domains.ts'

export const toRow = ({ id, owner, hostname, verifiedAt, sslStatus, txtToken, createdAt }: Domain): DomainsTable => ({
  id,
  owner,
  hostname,
  verified_at: verifiedAt,
  ssl_status: sslStatus,
  txt_token: txtToken,
  created_at: createdAt,
  checked_at: createdAt,
  missing_since: null,
  lapsing_told_at: null,
})

export const toDomain = (row: Selectable<DomainsTable>): Domain => ({
  id: row.id as DomainId,
  owner: row.owner as Domain['owner'],
  hostname: row.hostname,
  verified: row.verified_at !== null,
  verifiedAt: row.verified_at,
  sslStatus: row.ssl_status as Domain['sslStatus'],
  txtToken: row.txt_token,
  createdAt: row.created_at,
})
