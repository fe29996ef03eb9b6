import { cacheFreshness } from './cache-freshness.ts'
import type { Invariant } from './model.ts'
import { revocation } from './revocation.ts'
import { slugs } from './slugs.ts'
import { visitLimits } from './visit-limits.ts'

/** All invariants. */
// biome-ignore lint/suspicious/noExplicitAny: each has a model of its own
export const INVARIANTS: readonly Invariant<any>[] = [visitLimits, cacheFreshness, slugs, revocation]
