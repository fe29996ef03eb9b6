import { okAsync, type ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import { found } from '../kernel/found.ts'
import type { HitId, UserId } from '../kernel/ids.ts'
import type { Page } from '../kernel/page.ts'
import type { Link } from '../links/link.ts'
import type { Hit } from './hit.ts'
import type { Hits } from './hits.port.ts'

interface HitsPage extends Page {
  /** A hit of the link; null and undefined for the newest hits. */
  readonly before?: HitId | null | undefined
}

/** Returns hits of one of the owner's links, newest first; `not-found` if the link has no hit with the id `before`. */
export const pageOfHits = (
  { hits }: { readonly hits: Hits },
  owner: UserId,
  { id }: Link,
  { before, ...page }: HitsPage,
): ResultAsync<readonly Hit[], ErrorOf<'not-found'>> => {
  const hitOfLink = async (before: HitId) => {
    const hit = await hits.findOwned(owner, before)
    return hit?.link === id ? hit : undefined
  }
  const place = before == null ? okAsync(undefined) : found(hitOfLink(before), 'Hit')
  return place.map((hit) => hits.listByLink(id, { ...page, before: hit?.id }))
}
