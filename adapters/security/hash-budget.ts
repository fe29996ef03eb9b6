import { recentMap } from '../kit/recent-map.ts'

export interface HashRate {
  /** Maximum number of concurrent hashes of a caller after a pause. */
  readonly burst: number
  readonly perMinute: number
}

interface Account {
  readonly left: number
  readonly at: number
}

/** Number of accounts in memory; one is evicted early only if some thousand others have hashes meanwhile. */
const MAX_ACCOUNTS = 20_000

/** Counts hashes by account (a token bucket). Returns 0 if they were counted; otherwise the seconds until they would be. */
export function hashBudget({ burst, perMinute }: HashRate): (account: string, hashes: number) => number {
  const accounts = recentMap<Account>({ maxEntries: MAX_ACCOUNTS })
  const perSecond = perMinute / 60
  return (account, hashes) => {
    // Monotonic, so that setting the clock neither adds nor removes hashes.
    const at = performance.now()
    const { left, at: since } = accounts.get(account) ?? { left: burst, at }
    const available = Math.min(burst, left + ((at - since) / 1000) * perSecond)
    if (available < hashes) return Math.ceil((hashes - available) / perSecond)
    accounts.set(account, { left: available - hashes, at })
    return 0
  }
}
