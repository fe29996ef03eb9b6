import { useState } from 'preact/hooks'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useWords } from '../ui/words.tsx'
import type { Row } from './queries.ts'

/** Deleting more links than this requires typing their number. */
const TYPED_ABOVE = 20

interface DeleteDialogProps {
  readonly links: readonly Pick<Row, 'hitCount' | 'shortUrl'>[]
  readonly isBusy: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** Lists the consequences before the links are deleted. */
export function DeleteDialog({ links, isBusy, onCancel, onConfirm }: DeleteDialogProps) {
  const { words, format } = useWords()
  const [typed, setTyped] = useState('')
  const count = links.length
  const visits = links.reduce((sum, { hitCount }) => sum + hitCount, 0)
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
          words.links.count(count, format.number(count)),
          words.links.visits(visits, format.number(visits)),
          count,
        )}
      </p>
    </ConfirmDialog>
  )
}
