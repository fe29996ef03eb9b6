import { useMutation } from '@tanstack/preact-query'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { dropDraft, keepDraft, keptDraft } from './kept-drafts.ts'
import { useLeaveGuard } from './leave-guard.tsx'
import { changedFields } from './typed-meanwhile.ts'

interface DraftOptions<Stored, Draft> {
  /** Names the form within this tab. */
  readonly key: string
  /** The record as it is stored now, as far as this tab knows. */
  readonly stored: Stored
  readonly toDraft: (stored: Stored) => Draft
  /** A text that differs when the edited part of the record does. */
  readonly versionOf: (stored: Stored) => string
  /** Whether saving would change the record. */
  readonly isChange: (base: Stored, draft: Draft) => boolean
  /** Fields that are never kept over a reload, such as passwords. */
  readonly secrets?: readonly (keyof Draft)[]
  /** Reads the record from the server; omit it for a new record. */
  readonly read?: () => Promise<Stored | null | undefined>
  readonly save: (base: Stored, draft: Draft) => Promise<unknown>
  readonly onSaved?: () => void
}

interface Save<Stored, Draft> {
  readonly base: Stored
  readonly draft: Draft
  readonly isOverwriting: boolean
}

/**
 * The unsaved state of a form: it survives reloads, is compared with changes of other tabs before it overwrites them, and leaving the page
 * with it asks first. Render `guard`.
 */
export function useDraft<Stored extends object, Draft extends object>(options: DraftOptions<Stored, Draft>) {
  const { key, stored, toDraft, versionOf, isChange, secrets = [], read, save, onSaved } = options
  /** The record as it was when the form was filled. */
  const [base, setBase] = useState(stored)
  const [{ version: keptVersion, fields }] = useState(() => keptDraft<Kept<Draft>>(key) ?? {})
  const [isRestored, setRestored] = useState(keptVersion !== undefined)
  const [draft, setDraft] = useState<Draft>(() => ({ ...toDraft(stored), ...fields }))
  const [newer, setNewer] = useState(isRestored && keptVersion !== versionOf(stored) ? stored : undefined)
  const isDirty = isChange(base, draft)
  /** Refills the form, except for fields that were changed after a draft was sent. */
  const fill = (from: Stored, sent?: Draft) => {
    setBase(from)
    setDraft((now) => (isChange(from, now) ? { ...toDraft(from), ...(sent && changedFields<Draft>(sent, now)) } : now))
    setRestored(false)
  }
  const saving = useMutation({
    // Pass the data to the mutation: it sees the state of its component a moment late.
    mutationFn: async ({ base, draft, isOverwriting }: Save<Stored, Draft>) => {
      const before = (await read?.()) ?? undefined
      const isNewer = before !== undefined && versionOf(before) !== versionOf(base) && isChange(before, draft)
      if (isNewer && !isOverwriting) return { newer: before }
      try {
        await save(base, draft)
      } catch (error) {
        // A part of it may be stored, or all of it while the response was lost.
        const after = await read?.().catch(() => undefined)
        if (after && before && versionOf(after) !== versionOf(before)) {
          if (!isChange(after, draft)) return { saved: after }
          setBase(after)
        }
        throw error
      }
      return { saved: await read?.().catch(() => undefined) }
    },
    onSuccess: ({ newer, saved }, { draft }) => {
      setNewer(newer)
      if (newer) return
      if (saved) fill(saved, draft)
      else dropDraft(key)
      onSaved?.()
    },
  })
  useLayoutEffect(() => {
    // Before the page is painted: a reload right after the last change finds it.
    const changed = changedFields<Draft>(toDraft(base), draft)
    for (const secret of secrets) delete changed[secret]
    if (isDirty && Object.keys(changed).length > 0) keepDraft(key, { version: versionOf(base), fields: changed })
    else dropDraft(key)
  }, [key, base, draft])
  useEffect(() => {
    // After a save the form gets the response a moment before `stored` does.
    if (saving.isPending || !isNewer(stored, base, versionOf)) return
    // The typed values may already be stored: by a request with a lost response, or in another tab.
    if (!isDirty || !isChange(stored, draft)) fill(stored)
    else if (versionOf(stored) === versionOf(base)) setBase(stored)
  }, [stored, saving.isPending])
  return {
    base,
    draft,
    isDirty,
    isRestored,
    isSaving: saving.isPending,
    error: saving.error,
    /** The draft of the last attempt to save. */
    sent: saving.variables?.draft,
    /** The record as another tab or client stored it meanwhile. */
    newer,
    set: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    save(isOverwriting = false) {
      if (!saving.isPending) saving.mutate({ base, draft, isOverwriting })
    },
    /** Fills the form with the record as it is stored, or with a newer one. */
    load(from = base) {
      fill(from)
      setDraft(toDraft(from))
      setNewer(undefined)
      saving.reset()
    },
    guard: useLeaveGuard(isDirty, () => dropDraft(key)),
  }
}

/** Whether a record is newer than another: by the time of its last change, or if it has none, whether it differs. */
function isNewer<Stored extends object>(one: Stored, other: Stored, versionOf: (stored: Stored) => string): boolean {
  if (!('updatedAt' in one && 'updatedAt' in other)) return versionOf(one) !== versionOf(other)
  return String(one.updatedAt) > String(other.updatedAt)
}

/** The stored draft: the changed fields, and the version of the record that they are based on. */
interface Kept<Draft> {
  readonly version?: string
  readonly fields?: Partial<Draft>
}
