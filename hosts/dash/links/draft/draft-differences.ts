import type { Link } from '../queries.ts'
import { changeOf, type Draft, draftOf } from './draft.ts'

/** The fields with a stored value that can be shown. For the password this is only whether there is one. */
export type ShownField = Exclude<keyof Draft, 'password' | 'removePassword' | 'slug' | 'domainId'> | 'hasPassword'

/** A field that another client changed, as the form would hold it. */
export interface Difference {
  readonly field: ShownField
  readonly stored: string | boolean
  /** Value after saving the draft. */
  readonly afterSaving: string | boolean
}

/**
 * Another client's changes to a link, next to the values that saving the draft would store.
 * @param base the link that the draft started from; if it is unknown, the newer link, and the result has every field that saving changes
 */
export function draftDifferences(base: Link, newer: Link, draft: Draft): readonly Difference[] {
  const sent = changeOf(base, draft)
  // Campaign and preview are each sent as a whole.
  const isSent = (field: ShownField) =>
    field === 'aliases'
      ? draft.aliases !== base.aliases.join(' ')
      : (/^(utm|preview)/.exec(field)?.[0] ?? field) in sent
  const [before, now] = [shownOf(base), shownOf(newer)]
  const hasPassword = sent.password === undefined ? now.hasPassword : sent.password !== null
  const drafted = { ...draft, hasPassword }
  return (Object.keys(now) as ShownField[]).flatMap((field) => {
    const afterSaving = isSent(field) || field === 'hasPassword' ? drafted[field] : now[field]
    const isDifferent = base.updatedAt === newer.updatedAt ? afterSaving !== now[field] : now[field] !== before[field]
    return isDifferent ? [{ field, stored: now[field], afterSaving }] : []
  })
}

function shownOf(link: Link): Readonly<Record<ShownField, string | boolean>> {
  const { password, removePassword, slug, domainId, ...shown } = draftOf(link)
  return { ...shown, hasPassword: link.hasPassword }
}
