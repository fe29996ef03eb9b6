import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { DELETE_DOMAIN, type Domain, domains, linksOn } from './queries.ts'

/** With more links on it, deleting a domain requires typing their number. */
const MAX_UNTYPED_LINKS = 20

interface DeleteDomainProps {
  readonly domain: Domain
  readonly onDeleted: () => void
}

/** Deletes a domain after a confirmation that lists the links that stop working. */
export function DeleteDomain({ domain, onDeleted }: DeleteDomainProps) {
  const { words } = useWords()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        class="button danger"
        aria-label={words.domains.deleteTitle(domain.hostname)}
        onClick={() => setAsking(true)}
      >
        {words.common.delete}
      </button>
      {isAsking && <DeleteDialog domain={domain} onDeleted={onDeleted} onClose={() => setAsking(false)} />}
    </>
  )
}

function DeleteDialog({
  domain: { id, hostname },
  onDeleted,
  onClose,
}: DeleteDomainProps & { readonly onClose: () => void }) {
  const { words, format } = useWords()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const links = useQuery(linksOn(id))
  const count = links.data?.totalCount ?? 0
  const deleting = useMutation({
    mutationFn: () => ask(DELETE_DOMAIN, { id }),
    onSuccess: async () => {
      toast(words.domains.deleted(hostname))
      onClose()
      void client.invalidateQueries({ queryKey: ['links'] })
      await client.invalidateQueries({ queryKey: domains.queryKey })
      onDeleted()
    },
    onError: (error) => toast(error.message),
  })
  return (
    <ConfirmDialog
      title={words.domains.deleteTitle(hostname)}
      action={words.common.delete}
      mustType={count > MAX_UNTYPED_LINKS ? String(count) : undefined}
      typed={typed}
      onTyped={setTyped}
      isBusy={deleting.isPending || links.data === undefined}
      onCancel={onClose}
      onConfirm={() => deleting.mutate()}
    >
      <Loaded query={links} height="6rem">
        {({ items }) => (
          <>
            <p>{words.domains.deleteLoss(count, format.number(count))}</p>
            <ul>
              {items.map((link) => (
                <li key={link.id}>
                  <code>
                    <bdi>{link.shortUrl}</bdi>
                  </code>
                </li>
              ))}
              {count > items.length && (
                <li>{words.domains.others(count - items.length, format.number(count - items.length))}</li>
              )}
            </ul>
            {count > 0 && <p>{words.domains.deleteAfter}</p>}
          </>
        )}
      </Loaded>
    </ConfirmDialog>
  )
}
