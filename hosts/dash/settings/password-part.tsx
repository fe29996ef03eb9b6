import { useMutation, useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { account } from '../account/queries.ts'
import { ask } from '../api/ask.ts'
import { codeOf, pathOf } from '../api/errors.ts'
import { Field } from '../ui/field.tsx'
import { Loaded } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { CHANGE_PASSWORD } from './queries.ts'

/** Changes the password. */
export function PasswordPart() {
  const { words } = useWords()
  const query = useQuery(account)
  return (
    <section class="card stack" aria-label={words.settings.changePassword}>
      <h3>{words.settings.changePassword}</h3>
      <Loaded query={{ ...query, data: query.data ?? undefined }} height="6rem">
        {({ email }) => <PasswordForm email={email} />}
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
