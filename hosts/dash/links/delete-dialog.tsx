import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useWords } from '../ui/words.tsx'
import { type Row, triedDeletion } from './queries.ts'

/** Deleting more links than this requires typing their number. */
const TYPED_ABOVE = 20

/** Number of links that are named before several are deleted. */
const NAMED = 5

interface DeleteDialogProps {
  readonly links: readonly Pick<Row, 'hitCount' | 'id' | 'shortlink' | 'shortUrl'>[]
  readonly isBusy: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** Lists the consequences before the links are deleted. A dry run determines them for several links. */
export function DeleteDialog({ links, isBusy, onCancel, onConfirm }: DeleteDialogProps) {
  const { words, format } = useWords()
  const [typed, setTyped] = useState('')
  const count = links.length
  const { data: tried = [] } = useQuery(triedDeletion(links.map(({ id }) => id)))
  const deleted = links.filter((_, at) => tried[at]?.ok !== false)
  const kept = tried.filter(({ ok }) => !ok)
  const visits = deleted.reduce((sum, { hitCount }) => sum + hitCount, 0)
  return (
    <ConfirmDialog
      title={words.selection.deleteTitle(count, format.number(count))}
      action={words.common.delete}
      mustType={count > TYPED_ABOVE ? String(count) : undefined}
      typed={typed}
      onTyped={setTyped}
      isBusy={isBusy}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {count === 1 && (
        <p>
          <bdi>{links[0]?.shortUrl}</bdi>
        </p>
      )}
      <p>
        {words.selection.deleteLoss(
          words.links.count(deleted.length, format.number(deleted.length)),
          words.links.visits(visits, format.number(visits)),
          deleted.length,
        )}
      </p>
      {tried.length > 0 && deleted.length > 0 && (
        <p class="muted small">
          <bdi>
            {words.selection.named(
              deleted.slice(0, NAMED).map(({ shortlink }) => shortlink),
              format.number(Math.max(0, deleted.length - NAMED)),
            )}
          </bdi>
        </p>
      )}
      {kept[0] && <p role="alert">{words.selection.kept(format.number(kept.length), kept[0].error ?? '')}</p>}
    </ConfirmDialog>
  )
}
