import { type Domain, type Domains, type Instant, newestFirst } from '@shortlink/core'
import { err, ok, ResultAsync } from 'neverthrow'
import type { Call, Changes } from './scope.ts'
import type { Tables } from './tables.ts'

/** A claim with what is known of its proof. */
export interface KeptDomain {
  readonly domain: Domain
  readonly checkedAt: Instant
  /** Since when the proof has been missing; null while it is seen. */
  readonly missingSince: Instant | null
}

/** {@link Domains} in memory. */
export function memoryDomains(call: Call, { domains }: Tables): Domains {
  const findOwned = (owner: string, id: string) => {
    const kept = domains.get(id)
    return kept?.domain.owner === owner ? kept : undefined
  }
  const holderOf = (hostname: string) => domains.where('hostname', hostname).find(({ domain }) => domain.verified)

  return {
    insert: (domain) =>
      new ResultAsync(
        call((changes) => {
          const claims = domains.where('hostname', domain.hostname)
          if (claims.some((kept) => kept.domain.owner === domain.owner)) return err({ type: 'domain-taken' as const })
          domains.put(changes, { domain, checkedAt: domain.createdAt, missingSince: null })
          return ok(domain)
        }),
      ),

    findOwned: (owner, id) => call(() => findOwned(owner, id)?.domain),

    findVerified: (hostname) => call(() => holderOf(hostname)?.domain),

    list: (owner) =>
      call(() =>
        domains
          .where('owner', owner)
          .map(({ domain }) => domain)
          .sort(newestFirst),
      ),

    verify: (owner, id, at) =>
      new ResultAsync(
        call((changes) => {
          const kept = findOwned(owner, id)
          if (kept === undefined) return ok(undefined)
          const holder = holderOf(kept.domain.hostname)
          if (holder !== undefined && holder !== kept) return err({ type: 'domain-taken' as const })
          const domain: Domain = { ...kept.domain, verified: true, verifiedAt: at, sslStatus: 'pending' }
          domains.put(changes, { domain, checkedAt: at, missingSince: null })
          changes.news.push({ hostname: domain.hostname })
          return ok(domain)
        }),
      ),

    deleteOwned: (owner, id) =>
      call((changes) => {
        const kept = findOwned(owner, id)
        if (kept) removeDomain(domains, changes, kept)
        return kept?.domain
      }),

    noteCertificate: (id) =>
      call((changes) => {
        const kept = domains.get(id)
        if (kept?.domain.verified) domains.put(changes, { ...kept, domain: { ...kept.domain, sslStatus: 'active' } })
      }),

    listUnchecked: (before, limit) =>
      call(() =>
        domains
          .all()
          .filter(({ domain, checkedAt }) => domain.verified && checkedAt < before)
          .sort((a, b) => a.checkedAt - b.checkedAt)
          .slice(0, limit)
          .map(({ domain }) => domain),
      ),

    noteCheck: (id, at, proof, lapsed) =>
      call((changes) => {
        const kept = domains.get(id)
        if (!kept?.domain.verified) return false
        const missingSince =
          proof === 'seen' ? null : proof === 'missing' ? (kept.missingSince ?? at) : kept.missingSince
        const lapses = proof === 'missing' && missingSince !== null && missingSince <= lapsed
        domains.put(changes, {
          domain: lapses ? { ...kept.domain, verified: false, verifiedAt: null, sslStatus: 'none' } : kept.domain,
          checkedAt: at,
          missingSince: lapses ? null : missingSince,
        })
        if (lapses) changes.news.push({ hostname: kept.domain.hostname })
        return lapses
      }),
  }
}

/** Removes a claim, and with it its hold on the hostname. */
export function removeDomain(domains: Tables['domains'], changes: Changes, kept: KeptDomain) {
  domains.remove(changes, kept)
  if (kept.domain.verified) changes.news.push({ hostname: kept.domain.hostname })
}
