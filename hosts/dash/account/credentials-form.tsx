import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ApiError } from '../api/errors.ts'
import { Check, Field } from '../ui/field.tsx'
import { useSecondsUntil } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'

export interface Credentials {
  readonly name: string
  readonly email: string
  readonly password: string
}

interface CredentialsFormProps {
  /** Whether an account is made, so that a name is asked for and the password is a new one. */
  readonly isNew: boolean
  readonly action: string
  readonly email?: string
  readonly send: (credentials: Credentials) => Promise<unknown>
}

/** E-mail and password, with the names that password managers look for. A refusal is shown, a limit is counted down. */
export function CredentialsForm({ isNew, action, email = '', send }: CredentialsFormProps) {
  const { words } = useWords()
  const [typed, setTyped] = useState<Credentials>({ name: '', email, password: '' })
  const [isShown, setShown] = useState(false)
  const sending = useMutation({ mutationFn: send })
  const failure = sending.error
  const seconds = useSecondsUntil(failure instanceof ApiError ? failure.retryAtMs : undefined)
  const set = (part: Partial<Credentials>) => setTyped((before) => ({ ...before, ...part }))
  const submit = (event: Event) => {
    event.preventDefault()
    if (!sending.isPending) sending.mutate(typed)
  }
  return (
    <form class="stack" onSubmit={submit}>
      {isNew && (
        <Field
          label={words.account.name}
          name="name"
          autocomplete="name"
          required
          maxLength={100}
          value={typed.name}
          onInput={(name) => set({ name })}
        />
      )}
      <Field
        label={words.account.email}
        name="email"
        type="email"
        autocomplete="username"
        required
        value={typed.email}
        onInput={(email) => set({ email })}
      />
      <Field
        label={words.account.password}
        name="password"
        type={isShown ? 'text' : 'password'}
        autocomplete={isNew ? 'new-password' : 'current-password'}
        required
        hint={isNew ? words.account.passwordRules([...typed.password].length) : undefined}
        value={typed.password}
        onInput={(password) => set({ password })}
      />
      <Check label={words.account.showPassword} checked={isShown} onChange={setShown} />
      {failure && (
        <p class="wrong" role="alert">
          {failure instanceof ApiError && failure.code !== 'OFFLINE' ? failure.message : words.states.offline}
          {seconds > 0 && ` ${words.states.againIn(seconds)}`}
        </p>
      )}
      <button type="submit" class="button primary" disabled={sending.isPending || seconds > 0}>
        {action}
      </button>
    </form>
  )
}
