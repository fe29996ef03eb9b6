import { createRateLimit, type RateLimit, type RateLimitOptions, type SharedTaken } from '../redirect/rate-limit.ts'
import { createNetworkLimit, type NetworkLimit } from './network-limit.ts'

/** Creates limits whose counters belong to this process, or to all replicas. Each limit has a separate name. */
export interface LimitFactory {
  perKey(name: string, options: RateLimitOptions): RateLimit<SharedTaken>
  perNetwork(name: string, options: RateLimitOptions): NetworkLimit<SharedTaken>
  /** A limit that answers at once; replicas may know each other's calls up to a second later. */
  atOncePerNetwork(name: string, options: RateLimitOptions): NetworkLimit
  /** The state of the store that replicas share, and the calls that this process counted because it was away; absent without a store. */
  reading?(): { readonly isUp: boolean; readonly localCalls: number }
  /** Ends its periodic work. */
  close?(): void
}

/** Limits of this process. */
export const localLimits: LimitFactory = {
  perKey: (_name, options) => createRateLimit(options),
  perNetwork: (_name, options) => createNetworkLimit(options),
  atOncePerNetwork: (_name, options) => createNetworkLimit(options),
}
