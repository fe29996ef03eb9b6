import type { Hit, UserId } from '@shortlink/core'
import type { HitStream, StreamedHit } from '@shortlink/core/ports'
import type { Call } from '../scope.ts'
import type { Tables } from '../tables.ts'
import { selectedLinks } from './analytics.ts'

/** {@link HitStream} in memory. */
export const memoryHitStream = (call: Call, tables: Tables): HitStream => {
  const { hits, links } = tables
  const ofOwner = (owner: UserId): Hit[] => links.where('owner', owner).flatMap(({ id }) => hits.where('link', id))
  const streamed = (found: readonly Hit[]): StreamedHit[] =>
    found
      .toSorted((a, b) => compareIds(a.id, b.id))
      .flatMap((hit) => {
        const link = links.get(hit.link)
        return link === undefined ? [] : [{ hit, slug: link.slug }]
      })

  return {
    ofOwner: (owner, { after, take, link, from, to }) =>
      call(() => {
        const isAsked = ({ id, at, link: of }: Hit) =>
          (after === null || compareIds(id, after) > 0) &&
          (link === undefined || of === link) &&
          (from === undefined || at >= from) &&
          (to === undefined || at < to)
        return streamed(ofOwner(owner).filter(isAsked)).slice(0, take)
      }),

    newest: (selection, take) =>
      call(() =>
        selectedLinks(tables, selection)
          .flatMap(({ id }) => hits.where('link', id))
          .sort((a, b) => compareIds(b.id, a.id))
          .slice(0, take),
      ),

    latest: (owners, after, among) =>
      call(() => {
        const newest = hits
          .all()
          .filter(({ id }) => compareIds(id, after) > 0)
          .sort((a, b) => compareIds(b.id, a.id))
          .slice(0, among)
        return owners
          .map((owner) => ({
            owner,
            ids: newest.filter((hit) => links.get(hit.link)?.owner === owner).map(({ id }) => id),
          }))
          .filter(({ ids }) => ids.length > 0)
      }),

    find: (ids) => call(() => streamed(ids.flatMap((id) => hits.get(id) ?? []))),
  }
}

/** By number: ids differ in length. */
const compareIds = (a: string, b: string) => a.length - b.length || (a < b ? -1 : Number(a > b))
