import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { dropDraft, keepDraft, keptDraft } from '../ui/kept-drafts.ts'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import type { Hook } from './queries.ts'

/** What is touched in the form; the rest follows the server. */
interface SettingsDraft {
  readonly url?: string
  readonly events?: readonly string[]
}

/** What is typed in the form of the webhook. It outlives reloads until it is saved or the page is left. */
export function useSettingsDraft(hook: Hook) {
  const { words } = useWords()
  const key = `webhook.${hook.id}`
  const [draft, setDraft] = useState<SettingsDraft>(() => keptDraft<SettingsDraft>(key) ?? {})
  const { url = hook.url, events = hook.events } = draft
  const isDirty = url !== hook.url || !isSame(events, hook.events)
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
    url,
    events,
    isDirty,
    set: (part: SettingsDraft) => setDraft((before) => ({ ...before, ...part })),
    discard: () => setDraft({}),
    drop: () => dropDraft(key),
  }
}

/** Events are a set; their order is the server's. */
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((event) => other.includes(event))
