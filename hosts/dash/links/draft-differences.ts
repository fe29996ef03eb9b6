import { changeOf, type Draft, draftOf } from './draft.ts'
import type { Link } from './queries.ts'

/** The fields whose stored value can be shown: all but those of the password. */
export type ShownField = Exclude<keyof Draft, 'password' | 'removePassword'>

/** A field that another client changed, as the form would hold it. */
export interface Difference {
  readonly field: ShownField
  readonly stored: Draft[ShownField]
  /** What saving the draft leaves there. */
  readonly afterSaving: Draft[ShownField]
}

/**
 * What another client changed in a link, beside what saving a draft over it would store.
 * @param base the link that the draft was made from; if that is not known, the newer link, and every field that saving changes is given
 */
export function draftDifferences(base: Link, newer: Link, draft: Draft): readonly Difference[] {
  const [before, now] = [draftOf(base), draftOf(newer)]
  const sent = changeOf(base, draft)
  // Campaign and preview are each sent as a whole.
  const isSent = (field: string) => (/^(utm|preview)/.exec(field)?.[0] ?? field) in sent
  return (Object.keys(before) as (keyof Draft)[]).filter(isShown).flatMap((field) => {
    const afterSaving = isSent(field) ? draft[field] : now[field]
    const isDifferent = base.updatedAt === newer.updatedAt ? afterSaving !== now[field] : now[field] !== before[field]
    return isDifferent ? [{ field, stored: now[field], afterSaving }] : []
  })
}

const isShown = (field: keyof Draft): field is ShownField => field !== 'password' && field !== 'removePassword'
