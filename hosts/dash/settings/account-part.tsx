import { useMutation, useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { account } from '../account/queries.ts'
import { signOut } from '../account/sign-out.ts'
import { ask } from '../api/ask.ts'
import { codeOf, pathOf } from '../api/errors.ts'
import { announceSignOut } from '../api/session.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Loaded } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { CHANGE_PASSWORD, DELETE_ACCOUNT } from './queries.ts'

/** The account: its password, its end, and the end of the session. */
export function AccountPart() {
  const { words, format } = useWords()
  const query = useQuery(account)
  return (
    <section class="card stack" aria-label={words.settings.account}>
      <h2>{words.settings.account}</h2>
      <Loaded query={{ ...query, data: query.data ?? undefined }} height="10rem">
        {({ name, email, createdAt }) => (
          <>
            <p>
              <bdi>{name}</bdi> · <bdi>{email}</bdi>
              <br />
              <span class="muted small">{words.settings.since(format.date(createdAt))}</span>
            </p>
            <PasswordForm email={email} />
            <div class="cluster">
              <button type="button" class="button" onClick={signOut}>
                {words.frame.signOut}
              </button>
              <DeleteAccount email={email} />
            </div>
          </>
        )}
      </Loaded>
    </section>
  )
}

function PasswordForm({ email }: { readonly email: string }) {
  const { words } = useWords()
  const [before, setBefore] = useState('')
  const [after, setAfter] = useState('')
  const changing = useMutation({
    mutationFn: (passwords: { old: string; new: string }) => ask(CHANGE_PASSWORD, passwords),
    onSuccess: () => {
      setBefore('')
      setAfter('')
      toast(words.settings.passwordChanged)
    },
  })
  const { error } = changing
  // A wrong password is reported without the name of an argument.
  const field = codeOf(error) !== 'BAD_USER_INPUT' ? undefined : pathOf(error) === 'newPassword' ? 'new' : 'old'
  return (
    <form
      class="columns"
      onSubmit={(event) => {
        event.preventDefault()
        if (!changing.isPending) changing.mutate({ old: before, new: after })
      }}
    >
      <input type="text" name="username" autocomplete="username" value={email} hidden readOnly />
      <Field
        label={words.settings.oldPassword}
        type="password"
        autocomplete="current-password"
        required
        value={before}
        fault={field === 'old' ? error?.message : undefined}
        onInput={setBefore}
      />
      <Field
        label={words.settings.newPassword}
        type="password"
        autocomplete="new-password"
        required
        hint={words.account.passwordRules([...after].length)}
        value={after}
        fault={field === 'new' ? error?.message : undefined}
        onInput={setAfter}
      />
      <div>
        <WriteButton type="submit" isBusy={changing.isPending} error={changing.error}>
          {words.settings.changePassword}
        </WriteButton>
        {field === undefined && <Refusal error={error} />}
      </div>
    </form>
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
