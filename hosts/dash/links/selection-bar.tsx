import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { Archive, Download, Eye, EyeOff, Trash2, X } from 'lucide'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { saveCsv } from '../ui/save-file.ts'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { CHANGE_MANY, DELETE_MANY, type LinkChange, type Row } from './queries.ts'
import styles from './selection-bar.module.css'

/** Deleting more links than this asks to type their number. */
const TYPED_ABOVE = 20

interface SelectionBarProps {
  readonly links: readonly Row[]
  /** Called when the selection is to be given up. */
  readonly onDone: () => void
}

/** What can be done with all selected links: one request and one report. */
export function SelectionBar({ links, onDone }: SelectionBarProps) {
  const { words, format } = useWords()
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const acting = useMutation({
    mutationFn: (act: () => Promise<readonly { ok: boolean; error: string | null }[]>) => act(),
    onSuccess: async (results) => {
      const failed = results.filter(({ ok }) => !ok)
      toast(words.selection.done(results.length - failed.length))
      if (failed[0]) toast(words.selection.failed(failed.length, failed[0].error ?? ''))
      setDeleting(false)
      onDone()
      await client.invalidateQueries({ queryKey: ['links'] })
    },
    onError: (error) => toast(error.message),
  })
  const change = (part: Omit<LinkChange, 'id'>) =>
    acting.mutate(
      async () => (await ask(CHANGE_MANY, { inputs: links.map(({ id }) => ({ id, ...part })) })).updateShortlinks,
    )
  const areArchived = links.every(({ archived }) => archived)
  return (
    <section class={`${styles.bar} no-print`} aria-label={words.selection.title}>
      <strong class="number">{words.selection.count(links.length)}</strong>
      <button type="button" class="button" onClick={() => change({ archived: !areArchived })}>
        <Icon of={Archive} /> {areArchived ? words.selection.unarchive : words.selection.archive}
      </button>
      <button type="button" class="button" onClick={() => change({ enableTracking: true })}>
        <Icon of={Eye} /> {words.selection.track}
      </button>
      <button type="button" class="button" onClick={() => change({ enableTracking: false })}>
        <Icon of={EyeOff} /> {words.selection.untrack}
      </button>
      <button type="button" class="button" onClick={() => saveCsv('links.csv', tableOf(links))}>
        <Icon of={Download} /> {words.common.csv}
      </button>
      <button type="button" class="button danger" onClick={() => setDeleting(true)}>
        <Icon of={Trash2} /> {words.common.delete}
      </button>
      <button type="button" class="button plain" aria-label={words.selection.clear} onClick={onDone}>
        <Icon of={X} />
      </button>
      {isDeleting && (
        <DeleteDialog
          links={links}
          isBusy={acting.isPending}
          visits={format.number(links.reduce((sum, { hitCount }) => sum + hitCount, 0))}
          onCancel={() => setDeleting(false)}
          onConfirm={() =>
            acting.mutate(async () => (await ask(DELETE_MANY, { ids: links.map(({ id }) => id) })).deleteShortlinks)
          }
        />
      )}
    </section>
  )
}

interface DeleteDialogProps {
  readonly links: readonly Row[]
  readonly visits: string
  readonly isBusy: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

function DeleteDialog({ links, visits, isBusy, onCancel, onConfirm }: DeleteDialogProps) {
  const { words } = useWords()
  const [typed, setTyped] = useState('')
  return (
    <ConfirmDialog
      title={words.selection.deleteTitle(links.length)}
      action={words.common.delete}
      mustType={links.length > TYPED_ABOVE ? String(links.length) : undefined}
      typed={typed}
      onTyped={setTyped}
      isBusy={isBusy}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p>{words.selection.deleteLoss(links.length, visits)}</p>
    </ConfirmDialog>
  )
}

const tableOf = (links: readonly Row[]) => [
  ['short_url', 'target', 'title', 'tags', 'visits', 'status', 'created_at'],
  ...links.map((link) => [
    link.shortUrl,
    link.target,
    link.title ?? '',
    link.tags.join(' '),
    String(link.hitCount),
    link.status,
    link.createdAt,
  ]),
]
