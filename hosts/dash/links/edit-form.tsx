import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { useLeaveGuard } from '../ui/leave-guard.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { changeOf, type Draft, draftOf, isChange } from './draft.ts'
import { BasicsPart, CampaignPart, ForwardPart, LifePart, PreviewPart } from './edit-parts.tsx'
import { CHANGE, type Link, type LinkChange, link as linkQuery } from './queries.ts'

/** The options of a link. What another tab or client changed meanwhile is shown before it is overwritten. */
export function EditForm({ link }: { readonly link: Link }) {
  const { words } = useWords()
  const client = useQueryClient()
  /** The link as it was when the form was filled. */
  const [base, setBase] = useState(link)
  const [draft, setDraft] = useState(() => draftOf(link))
  const [newer, setNewer] = useState<Link>()
  const change = changeOf(base, draft)
  const isDirty = isChange(change)
  const fill = (from: Link) => {
    setBase(from)
    setDraft(draftOf(from))
    setNewer(undefined)
  }
  const saving = useMutation({
    mutationFn: async ({ change, isOverwriting }: { change: LinkChange; isOverwriting: boolean }) => {
      const current = await client.fetchQuery({ ...linkQuery(link.id), staleTime: 0 })
      if (current != null && current.updatedAt !== base.updatedAt && !isOverwriting) return current
      await ask(CHANGE, { input: change })
      return undefined
    },
    onSuccess: async (conflicting) => {
      setNewer(conflicting)
      if (conflicting) return
      toast(words.edit.saved)
      await client.invalidateQueries({ queryKey: ['links'] })
      const saved = client.getQueryData(linkQuery(link.id).queryKey)
      if (saved) fill(saved)
    },
  })
  const parts = { draft, link: base, set: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })) }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) saving.mutate({ change, isOverwriting: false })
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
      {saving.error && (
        <p class="wrong" role="alert">
          {saving.error.message}
        </p>
      )}
      {newer && (
        <div class="card stack" role="alert">
          <p>{words.edit.conflict}</p>
          <div class="cluster">
            <button type="button" class="button" onClick={() => fill(newer)}>
              {words.edit.takeTheirs}
            </button>
            <button type="button" class="button danger" onClick={() => saving.mutate({ change, isOverwriting: true })}>
              {words.edit.overwrite}
            </button>
          </div>
        </div>
      )}
      <div class="cluster">
        <button type="submit" class="button primary" disabled={!isDirty || saving.isPending}>
          {words.common.save}
        </button>
        <button type="button" class="button" disabled={!isDirty} onClick={() => fill(base)}>
          {words.edit.discard}
        </button>
      </div>
      {useLeaveGuard(isDirty)}
    </form>
  )
}
