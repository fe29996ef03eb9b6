import type { Instant } from '../../kernel/caller.ts'
import type { Ports } from '../../ports.ts'

/** Start of the period in which a slug freed now stays taken for all except its owner; null if the operator disabled that. */
export const tombstoneTime = ({ policy, clock }: Pick<Ports, 'policy' | 'clock'>): Instant | null =>
  policy.slugs.tombstoneDays === 0 ? null : clock.now()

const DAY_MS = 24 * 60 * 60 * 1000

/** Time up to which tombstones have expired at `now`, so that their slugs are free. */
export const freeBefore = ({ policy }: Pick<Ports, 'policy'>, now: Instant): Instant =>
  now - policy.slugs.tombstoneDays * DAY_MS
