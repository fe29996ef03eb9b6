import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { dropDraft, keepDraft, keptDraft } from '../ui/kept-drafts.ts'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { isUnsaved, NOTHING_TYPED, type PageDraft } from './draft.ts'
import type { BioPage } from './queries.ts'

/** What is typed in the editor of the page. It outlives reloads until it is saved or the editor is left. */
export function usePageDraft(page: BioPage) {
  const { words } = useWords()
  const key = `bio.${page.id}`
  const [draft, setDraft] = useState<PageDraft>(() => ({ ...NOTHING_TYPED, ...keptDraft<PageDraft>(key) }))
  const isDirty = isUnsaved(page, draft)
  useEffect(() => {
    if (isDirty) toast(words.edit.restored)
  }, [])
  // Before the page is painted: a reload right after the last change finds it.
  useLayoutEffect(() => {
    if (isDirty) keepDraft(key, draft)
    // Not called when the browser reloads the page.
    return () => dropDraft(key)
  }, [key, draft, isDirty])
  return {
    draft,
    isDirty,
    setDraft,
    set: (part: Partial<PageDraft>) => setDraft((before) => ({ ...before, ...part })),
    drop: () => dropDraft(key),
  }
}
