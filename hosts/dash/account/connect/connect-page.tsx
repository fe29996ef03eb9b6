import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { codeOf } from '../../api/errors.ts'
import { Bones, Failed } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'
import { Door } from '../door.tsx'
import { account } from '../queries.ts'
import { signOut } from '../sign-out.ts'
import { ConsentForm } from './consent-form.tsx'
import { pendingApp } from './queries.ts'

const PATH = '/dash/connect/'

/** Where the browser goes after the answer, and what it was. */
interface Answer {
  readonly url: string
  readonly said: string
}

/** Asks whether an app may use the account. An answer sends the browser back to the app. */
export function ConnectPage() {
  const { words } = useWords()
  const { path } = useLocation()
  const uid = path.slice(PATH.length)
  const query = useQuery(pendingApp(uid))
  const user = useQuery(account)
  const [answer, setAnswer] = useState<Answer>()
  const [isExpired, setExpired] = useState(false)
  if (answer) {
    return (
      <Door title={words.apps.title} lead={answer.said}>
        <a class="button primary" href={answer.url}>
          {words.apps.continue}
        </a>
      </Door>
    )
  }
  if (isExpired || (query.error && codeOf(query.error) === 'NOT_FOUND')) {
    return (
      <Door title={words.apps.expired} lead={words.apps.expiredAdvice}>
        <a class="button" href="/dash/settings#apps">
          {words.settings.sections.apps}
        </a>
      </Door>
    )
  }
  if (!query.data) {
    return (
      <Door title={words.apps.title} lead="">
        {query.error ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : <Bones height="20rem" />}
      </Door>
    )
  }
  const app = query.data
  const leave = (said: string) => (url: string) => {
    setAnswer({ url, said })
    location.assign(url)
  }
  return (
    <Door
      title={words.apps.consentTitle(app.name)}
      lead={user.data ? words.apps.signedInAs(user.data.email) : ''}
      below={
        <button type="button" class="button plain" onClick={signOut}>
          {words.apps.otherAccount}
        </button>
      }
    >
      <ConsentForm
        uid={uid}
        app={app}
        onApproved={leave(words.apps.connectedTo(app.name))}
        onDenied={leave(words.apps.denied(app.name))}
        onExpired={() => setExpired(true)}
      />
    </Door>
  )
}
