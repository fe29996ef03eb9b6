import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { Conflict } from '../../ui/drafts/conflict.tsx'
import { useLeaveGuard } from '../../ui/drafts/leave-guard.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { CHANGE, type Link, type LinkChange, link as linkQuery } from '../queries.ts'
import { BasicsPart } from './basics-part.tsx'
import { CampaignPart } from './campaign-part.tsx'
import { DifferenceList } from './difference-list.tsx'
import { draftDifferences } from './draft-differences.ts'
import { draftFault } from './draft-fault.ts'
import styles from './edit-form.module.css'
import { ForwardPart } from './forward-part.tsx'
import { LifePart } from './life-part.tsx'
import { PreviewPart } from './preview-part.tsx'
import { useEditDraft } from './use-edit-draft.ts'

interface Save {
  readonly change: LinkChange
  /** When the edited link was last changed; undefined to save over any later change. */
  readonly readAt: string | undefined
}

/** The options of a link. Shows changes of another tab or client before overwriting them. */
export function EditForm({ link }: { readonly link: Link }) {
  const { words } = useWords()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const saving = useMutation({
    mutationFn: async ({ change, readAt }: Save) => {
      const current = await client.fetchQuery({ ...linkQuery(link.id), staleTime: 0 })
      if (current != null && readAt !== undefined && current.updatedAt !== readAt) return current
      await ask(CHANGE, { input: change })
      return undefined
    },
    onSuccess: async (conflicting) => {
      if (conflicting) return
      toast(words.edit.saved)
      await client.invalidateQueries({ queryKey: ['links'] })
    },
  })
  const { base, draft, change, isDirty, isRestored, isOutdated, fill, set, drop } = useEditDraft(link, saving.isPending)
  const [newer, setNewer] = useState(isOutdated ? link : undefined)
  const save = (readAt: string | undefined) => {
    const onSuccess = (conflicting: Link | undefined) => {
      setNewer(conflicting)
      const saved = client.getQueryData(linkQuery(link.id).queryKey)
      if (!conflicting && saved && saved.updatedAt !== base.updatedAt) fill(saved, draft)
    }
    saving.mutate({ change, readAt }, { onSuccess })
  }
  const load = (from: Link) => {
    fill(from)
    setNewer(undefined)
    saving.reset()
  }
  const fault = draftFault(saving.error)
  useLayoutEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [saving.error])
  const faultOf = (input: string) => (fault?.input === input ? fault.message : undefined)
  const parts = { draft, link: base, set, faultOf }
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) save(base.updatedAt)
      }}
    >
      <div class="columns">
        <div class="stack">
          <BasicsPart {...parts} />
          <CampaignPart {...parts} />
        </div>
        <div class="stack">
          <LifePart {...parts} />
          <ForwardPart {...parts} />
          <PreviewPart {...parts} />
        </div>
      </div>
      {!fault && <Refusal error={saving.error} />}
      {newer && (
        <Conflict isBusy={saving.isPending} onLoad={() => load(newer)} onOverwrite={() => save(undefined)}>
          <DifferenceList differences={draftDifferences(base, newer, draft)} />
        </Conflict>
      )}
      <div class={`cluster ${styles.bar}`} data-dirty={isDirty}>
        <WriteButton
          type="submit"
          class="primary"
          disabled={!isDirty}
          isBusy={saving.isPending}
          error={fault ? undefined : saving.error}
        >
          {words.common.save}
        </WriteButton>
        <button type="button" class="button" disabled={!isDirty} onClick={() => load(base)}>
          {words.edit.discard}
        </button>
        {isDirty && (
          <span class="muted small" role="status">
            {isRestored ? words.edit.restored : words.edit.unsaved}
          </span>
        )}
      </div>
      {useLeaveGuard(isDirty, drop)}
    </form>
  )
}
