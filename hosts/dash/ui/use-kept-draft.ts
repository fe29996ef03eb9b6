import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { dropDraft, keepDraft, keptDraft } from './kept-drafts.ts'
import { toast } from './toast.tsx'
import { useWords } from './words.tsx'

/**
 * What is typed in a form. It outlives reloads until it is saved or the page is left, and is then said to be restored.
 * @param key names the form within this tab
 * @param empty the draft in which nothing is typed
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
