import { cacheFreshness } from './cache-freshness.ts'
import { hits } from './hits.ts'
import { idempotency } from './idempotency.ts'
import type { Invariant } from './model.ts'
import { quota } from './quota.ts'
import { revocation } from './revocation.ts'
import { slugs } from './slugs.ts'
import { visitLimits } from './visit-limits.ts'
import { webhooks } from './webhooks.ts'

/** All invariants. */
// biome-ignore lint/suspicious/noExplicitAny: each has its own model
export const INVARIANTS: readonly Invariant<any>[] = [
  visitLimits,
  cacheFreshness,
  slugs,
  revocation,
  idempotency,
  quota,
  webhooks,
  hits,
]
