import { type Count, type CountState, everyUnlessBusy, type SharedCounters } from '@shortlink/adapters/kit'
import {
  createRateLimit,
  MINUTE_MS,
  nearest,
  type RateLimit,
  type RateLimitOptions,
  type SharedTaken,
  type Taken,
  UNLIMITED,
} from '../../redirect/rate-limit.ts'
import type { LimitFactory } from '../limit-factory.ts'
import { createNetworkLimit, type NetworkLimit, networkKeys } from '../network-limit.ts'
import { createReconciledLimit, type ReconciledLimit } from './reconciled-limit.ts'

/** How often redirects are reconciled. */
const RECONCILE_MS = 1000

/** Limits that hold over all replicas. While the store is away, each replica limits by itself. */
export function sharedLimits(counters: SharedCounters): LimitFactory {
  const reconciled: ReconciledLimit[] = []
  const endReconciling = everyUnlessBusy(RECONCILE_MS, async () => {
    for (const limit of reconciled) await limit.reconcile()
  })
  let localCalls = 0

  /** Counts in the store, or by `local` while the store is away. */
  async function take(counts: readonly Count[], { onRejected = () => {} }: RateLimitOptions, local: () => Taken) {
    const states = await counters.take(counts)
    if (states === undefined) {
      localCalls += 1
      return local()
    }
    const all = states.map((state, index) => takenOf(counts[index] as Count, state))
    // If both a network and its /48 are full, the /48 rejects, as in a limit of one process.
    const taken = all.findLast(({ allowed }) => !allowed) ?? all.reduce(nearest)
    if (!taken.allowed) onRejected()
    return taken
  }

  return {
    perKey(name, options): RateLimit<SharedTaken> {
      const { perWindow: limit, windowMs = MINUTE_MS } = options
      if (limit === 0) return OFF
      const local = createRateLimit(options)
      return { take: (key, n = 1) => take([{ name, key, n, limit, windowMs }], options, () => local.take(key, n)) }
    },
    perNetwork(name, options): NetworkLimit<SharedTaken> {
      const { perWindow: limit, windowMs = MINUTE_MS } = options
      if (limit === 0) return OFF
      const local = createNetworkLimit(options)
      return {
        take(ip, n = 1, subject = '') {
          const counts = networkKeys(ip, subject).map(({ key, factor }) => ({
            ...{ name, key, n, windowMs },
            limit: limit * factor,
          }))
          return take(counts, options, () => local.take(ip, n, subject))
        },
      }
    },
    atOncePerNetwork: (name, options) =>
      createNetworkLimit(options, (each) => {
        const limit = createReconciledLimit(name, each, counters)
        reconciled.push(limit)
        return limit
      }),
    reading: () => ({ isUp: counters.isUp, localCalls }),
    close: endReconciling,
  }
}

const OFF = { take: () => UNLIMITED }

const takenOf = ({ limit }: Count, { fits, used, endsInMs }: CountState): Taken => ({
  allowed: fits,
  limit,
  remaining: Math.max(0, limit - used),
  resetSeconds: Math.ceil(endsInMs / 1000),
})
