import { err, type Result } from 'neverthrow'
import type { LinkQuota } from '../../billing/link-quota.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { Link } from '../link.ts'

/**
 * Stores the drafts in order by `insert` as far as the quota allows, and all without a quota; links of the same call have already used
 * `spent`.
 */
export async function insertFitting<Draft, E>(
  drafts: readonly Draft[],
  spent: number,
  quota: LinkQuota | undefined,
  insert: (drafts: readonly Draft[]) => Promise<readonly Result<Link, E>[]>,
): Promise<readonly Result<Link, E | ErrorOf<'plan-limit'>>[]> {
  if (quota === undefined) return insert(drafts)
  const results: Result<Link, E | ErrorOf<'plan-limit'>>[] = []
  let left = quota.left - spent
  while (left > 0 && results.length < drafts.length) {
    // A link with a taken slug uses no quota, so a later one may fit in its place.
    const some = await insert(drafts.slice(results.length, results.length + left))
    left -= some.filter((result) => result.isOk()).length
    results.push(...some)
  }
  return [...results, ...drafts.slice(results.length).map(() => err(quota.usedUp))]
}
