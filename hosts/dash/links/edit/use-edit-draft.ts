import { useEffect, useState } from 'preact/hooks'
import { dropDraft, keepDraft, keptDraft } from '../../ui/drafts/kept-drafts.ts'
import { changedFields } from '../../ui/drafts/typed-meanwhile.ts'
import type { Link } from '../queries.ts'
import { changeOf, type Draft, draftOf, isChange } from './draft.ts'

/** The stored draft: the changed fields, and the last change of the link that they are based on. */
type Kept = Partial<Draft> & { readonly updatedAt?: string }

/**
 * The draft of the edit form. It survives reloads of the page, except for a new password.
 * @param isSaving whether a change is in flight: the state that it stores is no news
 */
export function useEditDraft(link: Link, isSaving: boolean) {
  const key = `edit.${link.id}`
  /** The link as it was when the form was filled. */
  const [base, setBase] = useState(link)
  const [{ updatedAt: keptAt, ...kept }] = useState(() => keptDraft<Kept>(key) ?? {})
  const [isRestored, setRestored] = useState(keptAt !== undefined)
  const [draft, setDraft] = useState<Draft>(() => ({ ...draftOf(link), ...kept }))
  const change = changeOf(base, draft)
  const isDirty = isChange(change)
  /** Refills the form, except for text typed after a draft was sent. */
  const fill = (from: Link, sent?: Draft) => {
    setBase(from)
    setDraft((now) => ({ ...draftOf(from), ...(sent && changedFields(sent, now)) }))
    setRestored(false)
  }
  useEffect(() => {
    const { password, ...changed } = changedFields(draftOf(base), draft)
    if (Object.keys(changed).length > 0) keepDraft(key, { ...changed, updatedAt: base.updatedAt })
    else dropDraft(key)
  }, [key, base, draft])
  useEffect(() => {
    // After a save the form gets the response a moment before `link` does.
    if (isSaving || link.updatedAt <= base.updatedAt) return
    // An alias changes the link, but no field of the form. The typed values may already be stored: by a request with a lost response, or in
    // another tab.
    if (!isDirty || !isChange(changeOf(link, draft))) fill(link)
    else if (!isChange(changeOf(base, draftOf(link)))) setBase(link)
  }, [link, isSaving])
  return {
    base,
    draft,
    change,
    isDirty,
    isRestored,
    /** Whether the link was changed after the draft was stored. */
    isOutdated: isRestored && keptAt !== link.updatedAt,
    fill,
    set: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    drop: () => dropDraft(key),
  }
}
