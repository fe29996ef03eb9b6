import { useMutation } from '@tanstack/preact-query'
import { BadgeCheck, TriangleAlert } from 'lucide'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { codeOf } from '../../api/errors.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import styles from './connect.module.css'
import { grantedScopes, Permissions } from './permissions.tsx'
import { APPROVE_APP, DENY_APP, type PendingApp } from './queries.ts'

interface ConsentFormProps {
  readonly uid: string
  readonly app: PendingApp
  /** Called with the URL where the browser goes next. */
  readonly onApproved: (url: string) => void
  readonly onDenied: (url: string) => void
  /** Called if the request was answered elsewhere, or waited too long. */
  readonly onExpired: () => void
}

/** Who asks for access and for what: each permission can be left out, and nothing is granted before Connect. */
export function ConsentForm({ uid, app, onApproved, onDenied, onExpired }: ConsentFormProps) {
  const { words } = useWords()
  const [chosen, setChosen] = useState<readonly string[]>(app.preselectedScopes)
  const onError = (error: unknown) => {
    if (codeOf(error) === 'NOT_FOUND') onExpired()
  }
  const approving = useMutation({
    onError,
    // The URL has a secret of this browser.
    gcTime: 0,
    mutationFn: async (scopes: readonly string[]) =>
      onApproved((await ask(APPROVE_APP, { uid, scopes: [...scopes] })).approveApp),
  })
  const denying = useMutation({ onError, mutationFn: async () => onDenied((await ask(DENY_APP, { uid })).denyApp) })
  const isBusy = approving.isPending || denying.isPending
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && chosen.length > 0) approving.mutate(grantedScopes(app, chosen))
      }}
    >
      <Origin app={app} />
      <Permissions app={app} chosen={chosen} onChange={setChosen} />
      <p class="muted small">
        {words.apps.goesTo(app.redirectHost)} {words.apps.untilRevoked}
      </p>
      <Refusal error={approving.error ?? denying.error} />
      <div class={styles.answers}>
        <WriteButton isBusy={denying.isPending} disabled={isBusy} onClick={() => denying.mutate()}>
          {words.apps.deny}
        </WriteButton>
        <WriteButton
          type="submit"
          class="primary"
          disabled={isBusy || chosen.length === 0}
          isBusy={approving.isPending}
          error={approving.error}
        >
          {words.apps.connect}
        </WriteButton>
      </div>
    </form>
  )
}

/** Where the app comes from, and whether that is proven. */
function Origin({ app: { host, verified, redirectHost } }: Pick<ConsentFormProps, 'app'>) {
  const { words } = useWords()
  if (verified) {
    return (
      <p class={styles.origin}>
        <Icon of={BadgeCheck} />
        <span>
          <strong>
            <bdi>{host ?? redirectHost}</bdi>
          </strong>{' '}
          <span class="muted small">{host === null ? words.apps.addedByOperator : words.apps.verified}</span>
        </span>
      </p>
    )
  }
  return (
    <p class={styles.origin} data-kind="warn">
      <Icon of={TriangleAlert} />
      <span>
        <strong>{words.apps.unverified}</strong>
        <br />
        <span class="small">{words.apps.unverifiedAdvice(redirectHost)}</span>
      </span>
    </p>
  )
}
