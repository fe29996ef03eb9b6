import type { Domain, Domains, Instant } from '@shortlink/core'
import { newestFirst } from '@shortlink/core/adapter'
import { err, ok, ResultAsync } from 'neverthrow'
import type { Call, Changes } from './scope.ts'
import type { Tables } from './tables.ts'

/** A claim with what is known of its proof. */
export interface KeptDomain {
  readonly domain: Domain
  readonly checkedAt: Instant
  /** Since when the proof has been missing; null while it is seen. */
  readonly missingSince: Instant | null
  /** When its owner was warned that the domain lapses; null while the proof is seen. */
  readonly lapsingToldAt: Instant | null
}

/** A hostname that was ever claimed. */
export interface ClaimedHost {
  readonly hostname: string
}

/** {@link Domains} in memory. */
export function memoryDomains(call: Call, { domains, claimedHosts }: Tables): Domains {
  const findOwned = (owner: string, id: string) => {
    const kept = domains.get(id)
    return kept?.domain.owner === owner ? kept : undefined
  }
  const holderOf = (hostname: string) => domains.where('hostname', hostname).find(({ domain }) => domain.verified)

  function rememberClaimed(changes: Changes, hostname: string) {
    claimedHosts.put(changes, { hostname })
    changes.news.push({ hostname })
  }

  return {
    insert: (domain) =>
      new ResultAsync(
        call((changes) => {
          const claims = domains.where('hostname', domain.hostname)
          if (claims.some((kept) => kept.domain.owner === domain.owner)) return err({ type: 'domain-taken' as const })
          domains.put(changes, { domain, checkedAt: domain.createdAt, missingSince: null, lapsingToldAt: null })
          rememberClaimed(changes, domain.hostname)
          return ok(domain)
        }),
      ),

    findOwned: (owner, id) => call(() => findOwned(owner, id)?.domain),

    findVerified: (hostname) => call(() => holderOf(hostname)?.domain),

    wasClaimed: (hostname) => call(() => claimedHosts.get(hostname) !== undefined),

    forgetClaimed: (hostname) =>
      new ResultAsync(
        call((changes) => {
          if (holderOf(hostname)) return err({ type: 'domain-taken' as const })
          const claimed = claimedHosts.get(hostname)
          if (claimed === undefined) return ok(false)
          claimedHosts.remove(changes, claimed)
          changes.news.push({ hostname })
          return ok(true)
        }),
      ),

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
          domains.put(changes, { domain, checkedAt: at, missingSince: null, lapsingToldAt: null })
          // An operator may have freed the hostname since it was claimed.
          rememberClaimed(changes, domain.hostname)
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

    noteCheck: (id, at, proof, { warn, lapse }) =>
      call((changes) => {
        const kept = domains.get(id)
        if (!kept?.domain.verified) return 'held'
        const { missingSince: since, lapsingToldAt: told } = kept
        const missingSince = proof === 'seen' ? null : proof === 'missing' ? (since ?? at) : since
        const checked: KeptDomain = {
          ...kept,
          checkedAt: at,
          missingSince,
          lapsingToldAt: proof === 'seen' ? null : told,
        }
        domains.put(changes, checked)
        if (proof !== 'missing' || missingSince === null || missingSince > warn) return 'held'
        if (told === null) {
          domains.put(changes, { ...checked, lapsingToldAt: at })
          return 'lapsing'
        }
        if (told > lapse) return 'held'
        const domain: Domain = { ...kept.domain, verified: false, verifiedAt: null, sslStatus: 'none' }
        domains.put(changes, { domain, checkedAt: at, missingSince: null, lapsingToldAt: null })
        changes.news.push({ hostname: domain.hostname })
        return 'lapsed'
      }),

    countMissing: () =>
      call(() => domains.all().filter(({ domain, missingSince }) => domain.verified && missingSince !== null).length),
  }
}

/** Removes a claim, and with it its hold on the hostname. */
export function removeDomain(domains: Tables['domains'], changes: Changes, kept: KeptDomain) {
  domains.remove(changes, kept)
  if (kept.domain.verified) changes.news.push({ hostname: kept.domain.hostname })
}
