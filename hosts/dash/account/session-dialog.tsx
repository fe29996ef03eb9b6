import { useLayoutEffect, useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { queryClient } from '../api/query-client.ts'
import { announceSignIn, announceSignOut, renewBy, wasOtherAccount } from '../api/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useChunk } from '../ui/hooks/use-chunk.ts'
import { useWords } from '../ui/words.tsx'
import { account, LOG_IN } from './queries.ts'

/** Requests the password in a dialog over the page when the session has ended: typed text stays, and the request is sent again. */
export function SessionDialog() {
  const { words } = useWords()
  const [answer, setAnswer] = useState<(isRenewed: boolean) => void>()
  useLayoutEffect(() => {
    renewBy(() => new Promise((resolve) => setAnswer(() => resolve)))
    return () => renewBy(undefined)
  }, [])
  const CredentialsForm = useChunk(answer !== undefined, () =>
    import('./credentials-form.tsx').then((chunk) => chunk.CredentialsForm),
  )
  if (answer === undefined || !CredentialsForm) return null
  const before = queryClient.getQueryData(account.queryKey)
  const finish = (isRenewed: boolean) => {
    setAnswer(undefined)
    answer(isRenewed)
  }
  const signIn = async ({ email, password }: { email: string; password: string }) => {
    const { login } = await ask(LOG_IN, { email, password }, { renewing: false })
    // A request of one account is never sent again as another one.
    if (wasOtherAccount(login.user.id)) {
      announceSignIn(login.user.id)
      return finish(false)
    }
    finish(true)
  }
  const leave = () => {
    finish(false)
    announceSignOut()
  }
  return (
    <Dialog title={words.account.ended}>
      <p class="muted">{words.account.endedLead}</p>
      <CredentialsForm isNew={false} action={words.account.signIn} email={before?.email ?? ''} send={signIn} />
      <div>
        <button type="button" class="button plain" onClick={leave}>
          {words.frame.signOut}
        </button>
      </div>
    </Dialog>
  )
}
