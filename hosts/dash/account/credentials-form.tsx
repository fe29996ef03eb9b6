import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Check, Field } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { PasswordRules } from './password-rule-list.tsx'

export interface Credentials {
  readonly name: string
  readonly email: string
  readonly password: string
  /** The token that the server printed at startup; empty if not required. */
  readonly token: string
  /** The code of an invitation; empty if not required. */
  readonly invite: string
}

interface CredentialsFormProps {
  /** Whether the form creates an account, so that it has a field for the name and the password is new. */
  readonly isNew: boolean
  /** Whether the form has a field for the sign-up token. */
  readonly needsToken?: boolean
  /** The code of the invitation to start with, if the form has a field for it. */
  readonly invite?: string | undefined
  readonly action: string
  readonly email?: string
  readonly send: (credentials: Credentials) => Promise<unknown>
}

/** E-mail and password, with the names that password managers look for. A refusal is shown, a limit is counted down. */
export function CredentialsForm({ isNew, needsToken = false, invite, action, email = '', send }: CredentialsFormProps) {
  const { words } = useWords()
  const [typed, setTyped] = useState<Credentials>({ name: '', email, password: '', token: '', invite: invite ?? '' })
  const [isShown, setShown] = useState(false)
  const sending = useMutation({ mutationFn: send })
  const set = (part: Partial<Credentials>) => setTyped((before) => ({ ...before, ...part }))
  const submit = (event: Event) => {
    event.preventDefault()
    if (!sending.isPending) sending.mutate(typed)
  }
  return (
    <form class="stack" onSubmit={submit}>
      {needsToken && (
        <Field
          label={words.account.token}
          name="token"
          autocomplete="off"
          required
          hint={words.account.tokenHint}
          value={typed.token}
          onInput={(token) => set({ token: token.trim() })}
        />
      )}
      {invite !== undefined && (
        <Field
          label={words.account.invite}
          name="invite"
          autocomplete="off"
          required
          hint={words.account.inviteHint}
          value={typed.invite}
          onInput={(invite) => set({ invite: invite.trim() })}
        />
      )}
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
        hint={isNew && <PasswordRules password={typed.password} others={[typed.name, typed.email]} />}
        value={typed.password}
        onInput={(password) => set({ password })}
      />
      <Check label={words.account.showPassword} checked={isShown} onChange={setShown} />
      <Refusal error={sending.error} />
      <WriteButton type="submit" class="primary" isBusy={sending.isPending} error={sending.error}>
        {action}
      </WriteButton>
    </form>
  )
}
