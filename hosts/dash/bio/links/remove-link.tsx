import { ask } from '../../api/ask.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { nameOf } from '../draft.ts'
import { type BioLink, type BioPage, DELETE_LINK } from '../queries.ts'
import { usePageChange } from '../use-page-change.ts'

interface RemoveLinkProps {
  readonly page: BioPage
  readonly link: BioLink
  readonly onClose: (isRemoved: boolean) => void
}

/** Confirmation dialog for deleting a link from its page. */
export function RemoveLink({ page, link, onClose }: RemoveLinkProps) {
  const { words } = useWords()
  const removing = usePageChange(page.id, (error) => toast(error.message))
  const remove = () =>
    removing.mutate({ send: () => ask(DELETE_LINK, { id: link.id }) }, { onSuccess: () => onClose(true) })
  return (
    <ConfirmDialog
      title={words.bio.removeTitle(nameOf(link))}
      action={words.common.delete}
      isBusy={removing.isPending}
      onCancel={() => onClose(false)}
      onConfirm={remove}
    >
      <p>{words.bio.removeLoss}</p>
    </ConfirmDialog>
  )
}
