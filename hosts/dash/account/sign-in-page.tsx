import { useQuery } from '@tanstack/preact-query'
import { useLocation } from 'preact-iso'
import { ask } from '../api/ask.ts'
import { announceSignIn } from '../api/session.ts'
import { Bones } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { AnonymousLine } from './anonymous-line.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { Door } from './door.tsx'
import { LOG_IN, service } from './queries.ts'
import { SignUpPage } from './sign-up-page.tsx'

/** The sign-in page, at any URL of the dashboard; it is followed by the requested page. */
export function SignInPage() {
  const { words } = useWords()
  const { path, url } = useLocation()
  const { data, isPending } = useQuery(service)
  // The first account is created on another form.
  if (isPending) return <Bones height="0" />
  if (data?.hasAccounts === false) return <SignUpPage />
  const to = path === '/dash/sign-in' ? location.search : `?to=${encodeURIComponent(url)}`
  return (
    <Door
      title={words.account.signIn}
      lead={words.account.lead}
      below={data?.accountNeeded === false && <AnonymousLine />}
    >
      <CredentialsForm
        isNew={false}
        action={words.account.signIn}
        send={async ({ email, password }) => {
          const { login } = await ask(LOG_IN, { email, password }, { renewing: false })
          announceSignIn(login.user.id)
        }}
      />
      <p class="muted small centered">{words.account.forgot}</p>
      {(data?.signup === 'OPEN' || data?.signup === 'INVITE') && (
        <p class="centered">
          {words.account.newHere} <a href={`/dash/sign-up${to}`}>{words.account.makeOne}</a>
        </p>
      )}
      {data?.signup === 'CLOSED' && <p class="muted small centered">{words.account.closed}</p>}
    </Door>
  )
}
