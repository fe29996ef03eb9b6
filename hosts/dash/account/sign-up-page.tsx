import { useQuery } from '@tanstack/preact-query'
import { useLocation } from 'preact-iso'
import { ask } from '../api/ask.ts'
import { announceSignIn } from '../api/session.ts'
import { Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { Door } from './door.tsx'
import { SIGN_UP, service } from './queries.ts'

/** Creates an account and its first session: the first one of the service, any while sign-up is open, or with an invitation. */
export function SignUpPage() {
  const { words } = useWords()
  const { path, route } = useLocation()
  const query = useQuery(service)
  const { data } = query
  const isFirst = data?.hasAccounts === false
  const signIn = (
    <p class="centered">
      {words.account.haveOne} <a href={`/dash/sign-in${location.search}`}>{words.account.signIn}</a>
    </p>
  )
  if (data === undefined)
    return (
      <Loaded query={query} height="100svh">
        {() => null}
      </Loaded>
    )
  if (data.signup === 'CLOSED') {
    return (
      <Door
        title={isFirst ? words.account.first : words.account.signUp}
        lead={isFirst ? words.account.closedFirst : words.account.closed}
      >
        {isFirst ? <pre class="code">shortlink user create</pre> : signIn}
      </Door>
    )
  }
  return (
    <Door
      title={isFirst ? words.account.first : words.account.signUp}
      lead={isFirst ? words.account.firstLead : words.account.lead}
    >
      <CredentialsForm
        isNew
        needsToken={data.signupNeedsToken}
        invite={data.signup === 'INVITE' ? (new URLSearchParams(location.search).get('invite') ?? '') : undefined}
        action={words.account.create}
        send={async ({ token, invite, ...credentials }) => {
          const { signup } = await ask(
            SIGN_UP,
            { ...credentials, token: token || null, invite: invite || null },
            { renewing: false },
          )
          // Unless the user wanted another page.
          if (isHome(path) && !new URLSearchParams(location.search).has('to'))
            route(isFirst ? '/dash/welcome?first' : '/dash/welcome', true)
          announceSignIn(signup.user.id)
        }}
      />
      {!isFirst && signIn}
    </Door>
  )
}

const isHome = (path: string) => ['/dash', '/dash/', '/dash/sign-up', '/dash/sign-in'].includes(path)
