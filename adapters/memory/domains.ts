import type { Domain, Instant } from '@shortlink/core'
import { newestFirst } from '@shortlink/core/adapter'
import type { Domains } from '@shortlink/core/ports'
import { err, ok, ResultAsync } from 'neverthrow'
import type { DomainRow } from './rows.ts'
import type { Call, Transaction } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link Domains} in memory. */
export function memoryDomains(call: Call, tables: Tables): Domains {
  const { domains, claimedHosts } = tables
  const ownedRow = (owner: string, id: string) => {
    const row = domains.get(id)
    return row?.domain.owner === owner ? row : undefined
  }
  const holderOf = (hostname: string) => domains.where('hostname', hostname).find(({ domain }) => domain.verified)

  return {
    insert: (domain) =>
      new ResultAsync(
        call((transaction) => {
          const claims = domains.where('hostname', domain.hostname)
          if (claims.some((row) => row.domain.owner === domain.owner)) return err({ type: 'domain-taken' as const })
          domains.put(transaction, { domain, checkedAt: domain.createdAt, missingSince: null, warnedAt: null })
          rememberClaimed(tables, transaction, domain.hostname)
          return ok(domain)
        }),
      ),

    findOwned: (owner, id) => call(() => ownedRow(owner, id)?.domain),

    findVerified: (hostname) => call(() => holderOf(hostname)?.domain),

    wasClaimed: (hostname) => call(() => claimedHosts.get(hostname) !== undefined),

    forgetClaimed: (hostname) =>
      new ResultAsync(
        call((transaction) =>
          holderOf(hostname)
            ? err({ type: 'domain-taken' as const })
            : ok(forgetClaimed(tables, transaction, hostname)),
        ),
      ),

    list: (owner) =>
      call(() => {
        const own = domains.where('owner', owner).map(({ domain }) => domain)
        return own.sort(newestFirst)
      }),

    verify: (owner, id, at) =>
      new ResultAsync(
        call((transaction) => {
          const row = ownedRow(owner, id)
          if (row === undefined) return ok(undefined)
          const holder = holderOf(row.domain.hostname)
          if (holder !== undefined && holder !== row) return err({ type: 'domain-taken' as const })
          return ok(verify(tables, transaction, row, at))
        }),
      ),

    deleteOwned: (owner, id) =>
      call((transaction) => {
        const row = ownedRow(owner, id)
        if (row) removeDomain(domains, transaction, row)
        return row?.domain
      }),

    noteCertificate: (id) =>
      call((transaction) => {
        const row = domains.get(id)
        if (row?.domain.verified) domains.put(transaction, { ...row, domain: { ...row.domain, sslStatus: 'active' } })
      }),

    listUnchecked: (before, limit) =>
      call(() => {
        const unchecked = domains.all().filter(({ domain, checkedAt }) => domain.verified && checkedAt < before)
        return oldestChecks(unchecked, limit).map(({ domain }) => domain)
      }),

    noteCheck: (id, at, proof, limits) =>
      call((transaction) => noteCheck(tables, transaction, id, { at, proof, limits })),

    countMissing: () =>
      call(() => domains.all().filter(({ domain, missingSince }) => domain.verified && missingSince !== null).length),
  }
}

const oldestChecks = (rows: readonly DomainRow[], limit: number) =>
  rows.toSorted((a, b) => a.checkedAt - b.checkedAt).slice(0, limit)

function verify(tables: Tables, transaction: Transaction, row: DomainRow, at: Instant): Domain {
  const domain: Domain = { ...row.domain, verified: true, verifiedAt: at, sslStatus: 'pending' }
  tables.domains.put(transaction, { domain, checkedAt: at, missingSince: null, warnedAt: null })
  // An operator may have freed the hostname since it was claimed.
  rememberClaimed(tables, transaction, domain.hostname)
  return domain
}

interface Check {
  readonly at: Instant
  readonly proof: Parameters<Domains['noteCheck']>[2]
  readonly limits: Parameters<Domains['noteCheck']>[3]
}

function noteCheck({ domains }: Tables, transaction: Transaction, id: string, { at, proof, limits }: Check) {
  const row = domains.get(id)
  if (!row?.domain.verified) return 'held'
  const missingSince = proof === 'seen' ? null : proof === 'missing' ? (row.missingSince ?? at) : row.missingSince
  const warnedAt = proof === 'seen' ? null : row.warnedAt
  const checked: DomainRow = { ...row, checkedAt: at, missingSince, warnedAt }
  domains.put(transaction, checked)
  if (proof !== 'missing' || missingSince === null || missingSince > limits.warn) return 'held'
  if (warnedAt === null) {
    domains.put(transaction, { ...checked, warnedAt: at })
    return 'lapsing'
  }
  if (warnedAt > limits.lapse) return 'held'
  const domain: Domain = { ...row.domain, verified: false, verifiedAt: null, sslStatus: 'none' }
  domains.put(transaction, { domain, checkedAt: at, missingSince: null, warnedAt: null })
  transaction.linkChanges.push({ hostname: domain.hostname })
  return 'lapsed'
}

/** Returns whether the hostname was ever claimed. */
function forgetClaimed({ claimedHosts }: Tables, transaction: Transaction, hostname: string): boolean {
  const claimed = claimedHosts.get(hostname)
  if (claimed === undefined) return false
  claimedHosts.remove(transaction, claimed)
  transaction.linkChanges.push({ hostname })
  return true
}

function rememberClaimed({ claimedHosts }: Tables, transaction: Transaction, hostname: string) {
  claimedHosts.put(transaction, { hostname })
  transaction.linkChanges.push({ hostname })
}

/** Removes a claim, which also releases the hostname. */
export function removeDomain(domains: Tables['domains'], transaction: Transaction, row: DomainRow) {
  domains.remove(transaction, row)
  if (row.domain.verified) transaction.linkChanges.push({ hostname: row.domain.hostname })
}
