import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { codeOf, pathOf } from '../api/errors.ts'
import { announceSignOut } from '../api/session.ts'
import { Check, Field } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { Door } from './door.tsx'
import { USE_RESET_LINK } from './queries.ts'

/** Sets a new password with a reset link. The token is in the fragment of the URL, which reaches no log and no `Referer`. */
export function ResetPage() {
  const { words } = useWords()
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  const setting = useMutation({
    mutationFn: (newPassword: string) =>
      ask(USE_RESET_LINK, { token: location.hash.slice(1), newPassword }, { renewing: false }),
    onSuccess: () => {
      history.replaceState(null, '', location.pathname)
      announceSignOut()
    },
  })
  const { error, isSuccess } = setting
  if (isSuccess || codeOf(error) === 'NOT_FOUND') {
    return (
      <Door title={words.account.reset} lead={isSuccess ? words.account.resetDone : words.account.resetInvalid}>
        <p>
          <a class="button" href="/dash/sign-in">
            {words.account.signIn}
          </a>
        </p>
      </Door>
    )
  }
  const isWeak = pathOf(error) === 'newPassword'
  return (
    <Door title={words.account.reset} lead={words.account.resetLead}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!setting.isPending) setting.mutate(password)
        }}
      >
        <Field
          label={words.settings.newPassword}
          name="password"
          type={isShown ? 'text' : 'password'}
          autocomplete="new-password"
          required
          hint={words.account.passwordRules([...password].length)}
          value={password}
          fault={isWeak ? error?.message : undefined}
          onInput={setPassword}
        />
        <Check label={words.account.showPassword} checked={isShown} onChange={setShown} />
        {!isWeak && <Refusal error={error} />}
        <WriteButton type="submit" class="primary" isBusy={setting.isPending} error={error}>
          {words.account.reset}
        </WriteButton>
      </form>
    </Door>
  )
}
