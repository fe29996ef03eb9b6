import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { type BioPage, bioPages, DELETE_PAGE } from './queries.ts'

interface DeletePageProps {
  readonly page: BioPage
  readonly onClose: () => void
}

/** Confirmation dialog for deleting a page; lists the consequences. */
export function DeletePage({ page, onClose }: DeletePageProps) {
  const { words } = useWords()
  const client = useQueryClient()
  const name = page.title?.trim() || page.slug
  const deleting = useMutation({
    mutationFn: () => ask(DELETE_PAGE, { id: page.id }),
    onSuccess: async () => {
      await client.invalidateQueries(bioPages)
      toast(words.bio.deleted(name))
      onClose()
    },
    onError: (error) => toast(error.message),
  })
  return (
    <ConfirmDialog
      title={words.bio.deleteTitle(name)}
      action={words.common.delete}
      isBusy={deleting.isPending}
      onCancel={onClose}
      onConfirm={() => deleting.mutate()}
    >
      <p>{words.bio.deleteLoss(page.links.length)}</p>
    </ConfirmDialog>
  )
}
