import { useMutation, useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { account } from '../account/queries.ts'
import { ask } from '../api/ask.ts'
import { announceSignOut } from '../api/session.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { DELETE_ACCOUNT } from './queries.ts'

/** The account, and its deletion. */
export function AccountPart() {
  const { words, format } = useWords()
  const query = useQuery(account)
  return (
    <section class="card stack" aria-label={words.settings.account}>
      <Loaded query={{ ...query, data: query.data ?? undefined }} height="5rem">
        {({ name, email, createdAt }) => (
          <div class="cluster apart">
            <p>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <br />
              <bdi>{email}</bdi>
              <br />
              <span class="muted small">{words.settings.since(format.date(createdAt))}</span>
            </p>
            <DeleteAccount email={email} />
          </div>
        )}
      </Loaded>
    </section>
  )
}

function DeleteAccount({ email }: { readonly email: string }) {
  const { words } = useWords()
  const { route } = useLocation()
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const deleting = useMutation({
    mutationFn: () => ask(DELETE_ACCOUNT, {}),
    onSuccess: () => {
      route('/dash/sign-in?deleted', true)
      announceSignOut()
    },
    onError: (error) => toast(error.message),
  })
  return (
    <>
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        {words.settings.deleteAccount}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={words.settings.deleteAccount}
          action={words.settings.deleteAccount}
          mustType={email}
          typed={typed}
          onTyped={setTyped}
          isBusy={deleting.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => deleting.mutate()}
        >
          <p>{words.settings.deleteLoss}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
