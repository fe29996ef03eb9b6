import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { toast } from '../toast.tsx'
import { useWords } from '../words.tsx'
import { dropDraft, keepDraft, keptDraft } from './kept-drafts.ts'

/**
 * Unsaved input of a form. It survives reloads until it is saved or the user leaves the page, and a notice reports the restored draft.
 * @param key names the form within this tab
 * @param empty the draft of an empty form
 */
export function useKeptDraft<Draft extends object>(key: string, empty: Draft, isUnsaved: (draft: Draft) => boolean) {
  const { words } = useWords()
  const [draft, setDraft] = useState<Draft>(() => ({ ...empty, ...keptDraft<Draft>(key) }))
  const isDirty = isUnsaved(draft)
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
    set: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    drop: () => dropDraft(key),
  }
}
